/** What does not go through: said in plain words, taken back where it was shown too early, and over as soon as its cause is. */
import type { Page } from "@playwright/test";
import { expect, picture, signIn, test } from "./fixtures";
import { NOW, Portal } from "./portal";

const card = (page: Page) => page.getByRole("article", { name: /Amélie Dubois.*November 16 – 22, 2026/ });

test("an approval that fails is taken back, and the next one goes through", async ({ signedIn }) => {
  const { page } = await signedIn("manager", "/manager/team-timesheets");
  await expect(card(page)).toContainText("Pending");

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

test("a portal that goes away and comes back is found again", async ({ visitor, complaints }) => {
  const portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
  try {
    const { page } = await visitor();
    await signIn(page, "employee", "employee", portal.address, "/employee/timesheet");
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
