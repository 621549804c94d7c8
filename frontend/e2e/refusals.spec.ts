/** What does not go through: said in plain words, taken back where it was shown too early, and over as soon as its cause is. */
import type { Page } from "@playwright/test";
import { expect, hold, picture, settled, signIn, test, withoutNews } from "./fixtures";
import { Portal } from "./portal";

const card = (page: Page) => page.getByRole("article", { name: /Amélie Dubois.*November 16 – 22, 2026/ });

test("an approval that fails is taken back, and the next one goes through", async ({ signedIn }) => {
  const { page } = await signedIn("manager", "/manager/team-timesheets");
  await expect(card(page)).toContainText("Pending");

  await test.step("the connection breaks: our words", async () => {
    const release = await hold(page, "**/api/timesheets/bulk-approve", (route) =>
      route.abort("connectionfailed"),
    );
    await card(page).getByRole("button", { name: "Approve Week" }).click();
    // Shown at once, before anybody has answered.
    await expect(card(page)).toContainText("Approved");
    release();
    const sentence = "The week could not be approved. Please try again.";
    await expect(card(page)).toContainText(sentence);
    await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
    await expect(card(page)).toContainText("Pending");
    await expect(card(page).getByText("Approved", { exact: true })).toHaveCount(0);
    await picture(page, "refused-approval");
    await page.unroute("**/api/timesheets/bulk-approve");
  });

  await test.step("an entry is not what was seen: the server's words", async () => {
    await page.route("**/api/timesheets/bulk-approve", async (route) => {
      const { ids } = route.request().postDataJSON() as { ids: string[] };
      const expected = Object.fromEntries(ids.map((id) => [id, "2026-11-01T00:00:00Z"]));
      await route.continue({ postData: JSON.stringify({ ids, expected }) });
    });
    await card(page).getByRole("button", { name: "Approve Week" }).click();
    await expect(card(page)).toContainText(
      "Some entries have changed since you opened them. Please review them again.",
    );
    await expect(card(page).getByText("Approved", { exact: true })).toHaveCount(0);
    await page.unroute("**/api/timesheets/bulk-approve");
  });

  await test.step("nothing stands in the way", async () => {
    await card(page).getByRole("button", { name: "Approve Week" }).click();
    await expect(card(page).getByText("Pending", { exact: true })).toHaveCount(0);
    await expect(card(page)).not.toContainText("Some entries have changed");
    await page.reload();
    await expect(card(page)).toContainText("Approved");
    await expect(card(page).getByText("Pending", { exact: true })).toHaveCount(0);
  });
});

test("a day that cannot be filled says why, and who can help", async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, "employee", "noor");
  await page.goto("/employee/timesheet");
  const cell = (name: string) => page.getByRole("grid").getByRole("button", { name });
  const panel = page.getByRole("region", { name: "Entry for the chosen day" });
  const frozen = "Frozen – no timesheet was submitted. Please contact your manager to unlock it.";
  for (const [day, reason] of [
    ["Tuesday, November 17, 2026", frozen],
    ["Saturday, November 14, 2026", /^Weekends cannot be selected\. Contact .*Admin.* if you worked\.$/],
    ["Thursday, November 19, 2026", "You cannot submit a timesheet for a future date"],
  ] as const) {
    await cell(day).click();
    await expect(panel.getByLabel("Date", { exact: true })).toHaveValue(day);
    await expect(panel.getByText(reason)).toBeVisible();
    await expect(cell(day)).toHaveAccessibleDescription(reason);
    await expect(panel.getByLabel("Task description")).toBeDisabled();
    await expect(panel.getByRole("button", { name: "Select Today's Date" })).toBeDisabled();
  }
  // What the screen does not offer, the server does not take either.
  const answer = await page.evaluate(async () => {
    const token = localStorage.getItem("daybook.token");
    const response = await fetch("/api/timesheets/my", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ date: "2026-11-17", hours: 9, description: "Late" }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  });
  expect(answer).toMatchObject({
    status: 403,
    requiresUnlock: true,
    message: frozen,
  });
});

test("a form with gaps names what is missing", async ({ signedIn }) => {
  const { page } = await signedIn("employee", "/employee/timesheet?date=2026-11-12");
  const panel = page.getByRole("region", { name: "Entry for the chosen day" });
  await panel.getByRole("button", { name: "Submit Timesheet" }).click();
  await expect(panel.getByRole("alert")).toHaveText("Please fill in both hours and task description");
  await panel.getByLabel("Hours").fill("7.3");
  await panel.getByLabel("Task description").fill("Measured");
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await panel.getByLabel("Hours").fill("25");
  await panel.getByRole("button", { name: "Submit Timesheet" }).click();
  const hours = panel.getByLabel("Hours");
  await expect(hours).toHaveAttribute("aria-invalid", "true");
  await expect(hours).toHaveAccessibleDescription("Hours must be between 0 and 24 in steps of 0.5");
});

test("a screen whose data does not come says so, and tries again", async ({ signedIn }) => {
  for (const [who, screens] of [
    [
      "employee",
      [
        ["/employee", "**/api/timesheets/my**", "Failed to load timesheets"],
        ["/employee/timesheet", "**/api/timesheets/calendar**", "Failed to fetch timesheet data"],
        ["/employee/notifications", "**/api/timesheets/my**", "Failed to load notifications"],
      ],
    ],
    [
      "manager",
      [
        ["/manager", "**/api/dashboard**", "Failed to load the dashboard"],
        ["/manager/team-timesheets", "**/api/timesheets/team**", "Failed to load team timesheets"],
        [
          "/manager/resubmission-notifications",
          "**/api/timesheets/notifications/resubmissions**",
          "Failed to load notifications",
        ],
      ],
    ],
  ] as const) {
    const { page } = await signedIn(who);
    await withoutNews(page);
    for (const [path, call, sentence] of screens) {
      await test.step(path, async () => {
        // A page of somebody else's, which has no sentence for anybody.
        await page.route(call, (route) => route.fulfill({ status: 404, body: "<html>not here</html>" }));
        await page.goto(path);
        const panel = page.getByRole("alert").filter({ hasText: sentence });
        await expect(panel).toBeVisible();
        await page.unroute(call);
        await panel.getByRole("button", { name: "Try Again" }).click();
        await expect(panel).toHaveCount(0);
        await settled(page);
      });
    }
  }
});

test("a person who waits is told what for", async ({ signedIn }) => {
  const waits = async (page: Page, call: string, path: string, words: string) => {
    const release = await hold(page, call);
    await page.goto(path);
    await expect(page.getByRole("status").filter({ hasText: words }).first()).toBeVisible();
    release();
    await settled(page);
    await page.unroute(call);
  };
  const employee = (await signedIn("employee")).page;
  await waits(employee, "**/api/session", "/employee", "Loading...");
  await waits(employee, "**/api/timesheets/my**", "/employee", "Loading dashboard...");
  await waits(employee, "**/api/timesheets/calendar**", "/employee/timesheet", "Loading timesheets...");
  await waits(employee, "**/api/timesheets/my**", "/employee/notifications", "Loading notifications...");
  const manager = (await signedIn("manager")).page;
  await waits(manager, "**/api/timesheets/team**", "/manager/team-timesheets", "Loading timesheets...");
});

test("a portal that goes away and comes back is found again", async ({ visitor, complaints }) => {
  const portal = await Portal.start("demo", { DAYBOOK_NOW: "2026-11-18T09:00:00Z" });
  try {
    const { page } = await visitor();
    await page.goto(`${portal.address}/login`);
    await page.getByLabel("Email").fill("employee@daybook.example");
    await page.getByLabel("Password", { exact: true }).fill("daybook");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("link", { name: "Fill Timesheet" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "November 2026" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit Timesheet" })).toBeVisible();

    await portal.stop();
    await page.getByRole("button", { name: "Previous month" }).click();
    const panel = page.getByRole("alert").filter({ hasText: "Failed to fetch timesheet data" });
    await expect(panel).toBeVisible();
    await picture(page, "portal-away");
    // A write is refused in words, and what was written stays.
    await page.getByRole("button", { name: "Current month" }).click();
    await page.getByRole("button", { name: "Full day 9 h" }).click();
    await page.getByLabel("Task description").fill("Written while nobody listened");
    await page.getByRole("button", { name: "Submit Timesheet" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to save timesheet" })).toBeVisible();

    await portal.resume();
    await page.getByRole("button", { name: "Submit Timesheet" }).click();
    await expect(page.getByText("Timesheet submitted successfully!")).toBeVisible();
    await expect(page.getByRole("button", { name: /^18 Wednesday, November 18, 2026/ })).toContainText(
      "Pending",
    );
    await page.getByRole("button", { name: "Previous month" }).click();
    await expect(page.getByRole("button", { name: /^1 Thursday, October 1, 2026/ })).toContainText(
      "Approved",
    );
    // The socket had nobody to talk to, which the browser itself writes down.
    const others = complaints.filter((complaint) => !complaint.includes("WebSocket connection"));
    expect(others).toEqual([]);
    complaints.length = 0;
  } finally {
    await portal.remove();
  }
});

test("old addresses lead on, unknown ones to the start", async ({ visitor }) => {
  const { page } = await visitor();
  for (const [from, to] of [
    ["/dashboard", "/employee"],
    ["/employee-dashboard", "/employee"],
    ["/manager-dashboard", "/manager"],
    ["/hr-dashboard", "/hr"],
    ["/admin-dashboard", "/admin"],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
    await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Please Login to access this page.");
  }
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/login$/);
  for (const unknown of ["/no/such/page", "/hr/no-such-page"]) {
    await page.goto(unknown);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("link", { name: "Login to System" })).toBeVisible();
  }
});
