/** A month that is closed, as employees and managers meet it: its badge and its statement, and its locks. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";
import { readPdf } from "./month/pdf";

/** The sample has closed the month before last. */
ownPortal();

const statements = (page: Page) => page.getByRole("table", { name: "Monthly Statements" });
const closed = (page: Page) => page.getByText(/^Revision 1, closed on [A-Z][a-z]+ \d+, 2026$/);

/** What HR does on their own screen, which other tests show. */
async function send(page: Page, path: string, data: object) {
  const token = await page.evaluate(() => localStorage.getItem("daybook.token"));
  return page.request.post(`/api/months/${path}`, {
    data,
    headers: { authorization: `Bearer ${token}` },
  });
}

test("an employee reads that a month is closed, and takes its receipt by keyboard alone", async ({
  signedIn,
}) => {
  const { page } = await signedIn("employee", "/employee/timesheet?month=2026-09");
  await expect(closed(page)).toBeVisible();
  await expect(
    page.getByRole("button", { name: "1 Tuesday, September 1, 2026" }),
  ).toHaveAccessibleDescription("The month September 2026 has been processed and is closed");
  await expect(page.locator("[data-fill]")).toHaveCount(0);
  const row = statements(page).getByRole("row").filter({ hasText: "September 2026" });
  await expect(row).toBeVisible();
  await fitForEverybody(page, "closed-month");

  const saved = page.waitForEvent("download");
  await press(page, row.getByRole("button", { name: /^Download Receipt\s*: September 2026$/ }));
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Receipt_2026-09_r1_EMP\d+\.pdf$/);
  const text = readPdf(await readFile(await file.path()))
    .flat()
    .join(" ");
  expect(text).toContain("Emma Larsen");
  expect(text.replaceAll(/\s/g, "")).toMatch(/[0-9a-f]{64}/);
  expect(text).not.toMatch(/EUR|Gross|Salary/);
  await expect(page.getByText("Receipt downloaded")).toBeVisible();
});

test("a close reaches the open screens: days are locked in the calendar and in the approvals", async ({
  signedIn,
}) => {
  const hr = (await signedIn("hr")).page;
  const employee = (await signedIn("employee", "/employee/timesheet?month=2026-10")).page;
  const manager = (await signedIn("manager", "/manager/team-timesheets?range=this-month&size=20")).page;
  const card = manager.getByRole("article", { name: /Emma Larsen.*October 26 – November 1, 2026/ });
  await expect(card).toBeVisible();
  await expect(card.getByText("Closed")).toHaveCount(0);
  await expect(closed(employee)).toHaveCount(0);

  const force = { force: true, reason: "The salaries are due" };
  await expect.poll(async () => (await send(hr, "2026-10/close", force)).status()).toBe(200);
  await expect(closed(employee)).toBeVisible();
  await expect(statements(employee).getByRole("row").filter({ hasText: "October 2026" })).toBeVisible();
  await expect(card.getByText("Closed")).toHaveCount(6);
  await expect(card.getByRole("button", { name: "Approve Week" })).toBeDisabled();
  await expect(card.getByRole("button", { name: "Reject Week" })).toBeDisabled();
});
