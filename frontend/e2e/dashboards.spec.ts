/** Where each role begins: real figures, lists that can be leafed through, and a number that is changed where it stands. */
import type { Page } from "@playwright/test";
import { expect, signIn, test, type Who, withoutNews } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";
import { Portal } from "./portal";

const NOW = "2026-11-18T09:00:00Z";

let portal: Portal;

test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
});

test.afterAll(() => portal.remove());

const main = (page: Page) => page.getByRole("main");
const region = (page: Page, name: string) => page.getByRole("region", { name });
const tile = (page: Page, name: string) =>
  main(page).locator("dl > div").filter({ hasText: name }).locator("dd").first();
const edit = (page: Page) => page.getByRole("button", { name: "Edit open positions" });
const field = (page: Page) => page.getByRole("textbox", { name: "Open Positions" });

async function open(page: Page, who: Who): Promise<void> {
  await signIn(page, who, who, portal.address);
}

/** Counts in the page's own name, past the screens. */
async function ask<Data>(page: Page, path: string): Promise<Data> {
  return page.evaluate(async (from) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("daybook.token")}` };
    const answer = await fetch(from, { headers });
    return ((await answer.json()) as { data: Data }).data;
  }, path);
}

for (const [who, title] of [
  ["employee", "Welcome, Emma Larsen!"],
  ["manager", "Welcome, Daniel Okafor!"],
  ["hr", "HR Dashboard"],
  ["admin", "Admin Dashboard"],
] as const) {
  test(`the start of ${who} fits everybody`, async ({ visitor }) => {
    const { page } = await visitor();
    await open(page, who);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(main(page).locator("dl > div").first()).toBeVisible();
    await fitForEverybody(page, `dashboard-${who}`);
  });
}

test("the figures of HR are real, and lead on", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  // Of the sample's employees two have left; one joined twelve days ago and has no manager, nor has the one who is blocked.
  await expect(tile(page, "Total Employees")).toHaveText("12");
  await expect(tile(page, "New Hires")).toHaveText("1");
  await expect(tile(page, "Turnover Rate")).toHaveText(/^\d+\.\d%$/);
  const figures = await ask<{ withoutManager: number; turnoverRate: number }>(page, "/api/dashboard");
  await expect(tile(page, "Employees Without a Manager")).toHaveText(String(figures.withoutManager));
  await expect(tile(page, "Turnover Rate")).toHaveText(`${figures.turnoverRate.toFixed(1)}%`);
  await main(page).getByRole("link", { name: "Employees Without a Manager" }).click();
  await expect(page).toHaveURL(/\/hr\/employees\?manager=none&status=active$/);
  await expect(main(page)).toContainText("Lucas Moreau");
  // The list shows those who were counted: a person who is blocked or has left needs no manager.
  await expect(main(page).getByText("Bilal Aziz")).toHaveCount(0);
  await page.goBack();
  await main(page).getByRole("link", { name: "Employee Management" }).click();
  await expect(page).toHaveURL(/\/hr\/employees$/);
  await page.goBack();
  await main(page).getByRole("link", { name: "Payroll Processing" }).click();
  await expect(page).toHaveURL(/\/hr\/payroll$/);
  await expect(main(page).getByRole("tab", { name: "Payroll" })).toBeVisible();
});

test("open positions are changed where they stand, by keyboard, and nothing is lost", async ({
  visitor,
  complaints,
}) => {
  const { page } = await visitor();
  await open(page, "hr");
  await expect(tile(page, "Open Positions")).toHaveText("0");

  await test.step("changed", async () => {
    await press(page, edit(page));
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await expect(edit(page)).toBeFocused();
    await expect(tile(page, "Open Positions")).toHaveText("12");
    await expect(page.getByText("Open positions updated")).toBeVisible();
    await page.reload();
    await expect(tile(page, "Open Positions")).toHaveText("12");
  });

  await test.step("left as they were", async () => {
    await press(page, edit(page));
    await page.keyboard.type("99");
    await page.keyboard.press("Escape");
    await expect(edit(page)).toBeFocused();
    await expect(tile(page, "Open Positions")).toHaveText("12");
  });

  await test.step("refused by the form and by the server", async () => {
    const sentence = "Open positions must be a whole number from 0 to 10,000";
    await press(page, edit(page));
    for (const typed of ["", "a few", "-1", "1.5", "10001"]) {
      await field(page).fill(typed);
      await page.keyboard.press("Enter");
      await expect(main(page).getByRole("alert")).toHaveText(sentence);
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue(typed);
      await expect(field(page)).toHaveAccessibleDescription(sentence);
    }
    await fitForEverybody(page, "open-positions-refused");
    await field(page).fill("10000");
    await page.keyboard.press("Enter");
    await expect(tile(page, "Open Positions")).toHaveText("10,000");
  });

  await test.step("kept while the portal is away", async () => {
    await press(page, edit(page));
    await page.keyboard.type("7");
    await portal.stop();
    await page.keyboard.press("Enter");
    await expect(
      main(page).getByRole("alert").filter({ hasText: "Failed to save open positions" }),
    ).toHaveText("Failed to save open positions. Please try again.");
    await expect(field(page)).toHaveValue("7");
    await portal.resume();
    await tabTo(page, page.getByRole("button", { name: "Save" }));
    await page.keyboard.press("Enter");
    await expect(edit(page)).toBeFocused();
    await expect(tile(page, "Open Positions")).toHaveText("7");
    // The browser logs the failed connection of the socket.
    const others = complaints.filter((complaint) => !complaint.includes("WebSocket connection"));
    expect(others).toEqual([]);
    complaints.length = 0;
  });

  await test.step("seen at once by other readers", async () => {
    await page.goto(`${portal.address}/hr`);
    await expect(tile(page, "Open Positions")).toHaveText("7");
    const colleague = await new Organisation(portal.address).signIn("priya@daybook.example");
    await colleague.call("PUT", "/api/settings/open-positions", { value: 8 });
    await expect(tile(page, "Open Positions")).toHaveText("8");
  });
});

test("the administrators' lists are real, and are leafed through", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin");
  await expect(tile(page, "Total Users")).toHaveText("20");
  await expect(
    main(page)
      .locator("dl > div")
      .filter({ hasText: /^Employees\d/ }),
  ).toContainText("14");
  await expect(tile(page, "HR Users")).toHaveText("2");

  type Row = { userName: string; employeeId: string };
  const { users: missing } = await ask<{ users: Row[] }>(page, "/api/timesheets/frozen-users");
  const { users: latest } = await ask<{ users: (Row & { timesheetHours: number })[] }>(
    page,
    "/api/timesheets/latest-users",
  );
  expect(missing.length).toBeGreaterThan(0);
  expect(latest.length).toBeGreaterThan(5);

  const gaps = region(page, "Employees with Missing Timesheets");
  await expect(gaps.getByRole("listitem")).toHaveCount(Math.min(5, missing.length));
  for (const [index, row] of missing.slice(0, 5).entries()) {
    await expect(gaps.getByRole("listitem").nth(index)).toContainText(row.userName);
    await expect(gaps.getByRole("listitem").nth(index)).toContainText(row.employeeId);
  }
  await expect(gaps).toContainText(`Page 1 of ${Math.ceil(missing.length / 5)}`);

  const activity = region(page, "Recent Timesheet Activity");
  const pages = Math.ceil(latest.length / 5);
  await expect(activity).toContainText(`Page 1 of ${pages}`);
  await expect(activity.getByRole("button", { name: "Previous" })).toBeDisabled();
  await press(page, activity.getByRole("button", { name: "Next" }));
  await expect(activity).toContainText(`Page 2 of ${pages}`);
  await expect(activity.getByRole("listitem").first()).toContainText(latest[5]?.userName ?? "nobody");
  await expect(page).toHaveURL(/\/admin\?activity=2$/);
  await page.reload();
  await expect(activity).toContainText(`Page 2 of ${pages}`);
  await press(page, activity.getByRole("button", { name: "Previous" }));
  await expect(activity).toContainText(`Page 1 of ${pages}`);
  await expect(activity.getByRole("button", { name: "Next" })).toBeFocused();

  await main(page).getByRole("link", { name: "Employees Without a Manager" }).click();
  await expect(page).toHaveURL(/\/admin\/users\?manager=none&status=active$/);
});

test("a dashboard that cannot be loaded says what, and tries again", async ({ visitor }) => {
  const { page } = await visitor();
  await withoutNews(page);
  await open(page, "admin");
  const body = { success: false, code: "INTERNAL_ERROR", message: "Other words.", requestId: "r" };
  const alert = (sentence: string) => main(page).getByRole("alert").filter({ hasText: sentence });

  await test.step("the count of users", async () => {
    await page.route("**/api/users/stats", (route) => route.fulfill({ status: 500, json: body }));
    await page.goto(`${portal.address}/admin`);
    await expect(alert("Failed to load user statistics")).toBeVisible();
    for (const name of ["Total Users", "HR Users"])
      await expect(tile(page, name)).toHaveText("Error loading");
    await expect(main(page).getByText("Error loading", { exact: true })).toHaveCount(3);
    await fitForEverybody(page, "dashboard-admin-failed");
    await page.unroute("**/api/users/stats");
    await alert("Failed to load user statistics").getByRole("button", { name: "Try Again" }).click();
    await expect(tile(page, "Total Users")).toHaveText("20");
    await expect(main(page).getByRole("alert")).toHaveCount(0);
  });

  for (const [call, sentence] of [
    ["**/api/timesheets/frozen-users", "Failed to load missing timesheets"],
    ["**/api/timesheets/latest-users", "Failed to load recent timesheet activity"],
    ["**/api/dashboard", "Failed to load the dashboard"],
  ] as const) {
    await test.step(sentence, async () => {
      await page.route(call, (route) => route.fulfill({ status: 404, body: "<html>" }));
      await page.goto(`${portal.address}/admin`);
      await expect(alert(sentence)).toBeVisible();
      await page.unroute(call);
      await alert(sentence).getByRole("button", { name: "Try Again" }).click();
      await expect(alert(sentence)).toHaveCount(0);
    });
  }

  await test.step("that of HR", async () => {
    const hr = (await visitor()).page;
    await withoutNews(hr);
    await open(hr, "hr");
    await hr.route("**/api/dashboard", (route) => route.abort("connectionreset"));
    await hr.goto(`${portal.address}/hr`);
    await expect(hr.getByRole("status").filter({ hasText: "Loading dashboard..." })).toBeVisible();
    const panel = main(hr).getByRole("alert").filter({ hasText: "Failed to load the dashboard" });
    await expect(panel).toBeVisible();
    await hr.unroute("**/api/dashboard");
    await panel.getByRole("button", { name: "Try Again" }).click();
    await expect(tile(hr, "Total Employees")).toHaveText("12");
  });
});

test("a portal in which nobody works yet says so", async ({ visitor }) => {
  const empty = await Portal.start("serve", {
    DAYBOOK_NOW: NOW,
    DAYBOOK_ADMIN_EMAIL: "admin@daybook.example",
    DAYBOOK_ADMIN_PASSWORD: "daybook",
  });
  try {
    const { page } = await visitor();
    await signIn(page, "admin", "admin", empty.address);
    await expect(main(page)).toContainText("All employees have submitted their timesheets");
    await expect(main(page)).toContainText("No recent timesheet activity");
    await expect(tile(page, "Total Users")).toHaveText("1");
    await fitForEverybody(page, "dashboard-admin-empty");

    await page.goto(`${empty.address}/directory`);
    await expect(main(page)).toContainText("No HR staff found");
    await expect(main(page)).toContainText("No employees found");
    await expect(region(page, "Administrators").getByRole("listitem")).toHaveCount(1);

    await page.goto(`${empty.address}/admin/user-timesheets`);
    await expect(main(page)).toContainText("No employees found");
    await expect(main(page)).toContainText("Start by adding employees to the system");
    await expect(main(page).locator("dl")).toHaveText("Total Employees0");

    const admin = await new Organisation(empty.address).signIn("admin@daybook.example");
    const { generatedCredentials } = (await admin.call("POST", "/api/auth/register", {
      firstName: "First",
      lastName: "Hand",
      email: "hr@daybook.example",
      role: "HR",
    })) as { generatedCredentials: { password: string } };
    const person = new Organisation(empty.address);
    await person.signIn("hr@daybook.example", generatedCredentials.password);
    await person.call("PUT", "/api/auth/change-first-login-password", {
      newPassword: "daybook",
      confirmPassword: "daybook",
    });
    await signIn(page, "hr", "hr", empty.address);
    // Too few people for a rate.
    await expect(tile(page, "Turnover Rate")).toHaveText("–");
    await expect(tile(page, "Total Employees")).toHaveText("0");
  } finally {
    await empty.remove();
  }
});

test("a role that changes reaches the open page", async ({ visitor }) => {
  const changing = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  try {
    const { page } = await visitor();
    await signIn(page, "employee", "jonas", changing.address);
    const admin = await new Organisation(changing.address).signIn("admin@daybook.example");
    type Found = { users: { _id: string; firstName: string; lastName: string; email: string }[] };
    const { users } = (await admin.call("GET", "/api/users?role=Employee&search=jonas%40daybook")) as Found;
    const [jonas] = users;
    if (jonas === undefined) throw new Error("Jonas is not there");
    // The role cannot change until the manager has decided on the waiting days.
    const manager = await new Organisation(changing.address).signIn("manager@daybook.example");
    type Waiting = { timesheets: { _id: string; status: string }[] };
    const { timesheets } = (await manager.call(
      "GET",
      `/api/timesheets/team?employeeId=${jonas._id}`,
    )) as Waiting;
    const ids = timesheets.filter(({ status }) => status === "pending").map(({ _id }) => _id);
    await manager.call("POST", "/api/timesheets/bulk-approve", { ids });
    await admin.call("PUT", `/api/users/${jonas._id}`, {
      firstName: jonas.firstName,
      lastName: jonas.lastName,
      email: jonas.email,
      role: "Manager",
    });
    // Nobody has reloaded the page.
    await expect(page.getByRole("heading", { level: 1, name: "Permission Missing" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Manager menu" })).toBeVisible();
    await main(page).getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(page).toHaveURL(/\/manager$/);
    await expect(tile(page, "Team Members")).toHaveText("0");
  } finally {
    await changing.remove();
  }
});
