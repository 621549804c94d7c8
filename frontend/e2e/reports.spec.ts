/** The reports of each role, worked by keyboard, looked at by everybody, and taken along as files (oversight.md 1.5). */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, ownPortal, test } from "./fixtures";
import { press, tabTo } from "./keys";
import { fitForEverybody } from "./looks";

ownPortal();

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const table = (page: Page, name: string) => main(page).getByRole("table", { name, exact: true });
const chart = (page: Page, name: string) => main(page).getByRole("img", { name, exact: true });
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
/** What a tile says: a number, or that there is none. */
const FIGURE = /^([\d.,]+|–none)$/;
const rows = (of: Locator) => of.getByRole("row").filter({ has: of.page().getByRole("rowheader") });
const tile = (page: Page, name: string) =>
  main(page).locator("dl > div").filter({ hasText: name }).locator("dd").first();

/** Goes to a tab with the keys alone: the arrows lead on from the one that is open. */
async function toTab(page: Page, from: string, to: string): Promise<void> {
  await tabTo(page, page.getByRole("tab", { name: from, exact: true }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: to, exact: true })).toHaveAttribute("aria-selected", "true");
}

/** The file that a press on Download CSV saves: its name, and its lines. */
async function download(page: Page): Promise<{ name: string; lines: string[] }> {
  const saved = page.waitForEvent("download");
  await press(page, button(page, "Download CSV"));
  const file = await saved;
  await expect(page.getByText("Report downloaded").first()).toBeVisible();
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.trim().split(/\r?\n/) };
}

test("a manager reads the days and hours of the team by keyboard", async ({ signedIn }) => {
  const { page } = await signedIn("manager", "/manager/reports?month=2026-10");
  expect((await download(page)).name).toBe("Attendance_Report_10_2026.csv");
  await toTab(page, "Attendance", "Days and Hours");
  await expect(page).toHaveURL(/\?month=2026-10&tab=days$/);
  await expect(heading(page, "Team Reports")).toBeVisible();
  const people = table(page, "Days and hours in October 2026");
  await expect(rows(people).first()).toBeVisible();
  const count = await rows(people).count();
  expect(count).toBeGreaterThan(2);

  await test.step("the tiles are the sums of the rows", async () => {
    const cells = await people.locator("tbody td[data-head='Entries']").allTextContents();
    const entries = cells.reduce((sum, cell) => sum + Number(cell), 0);
    await expect(tile(page, "Entries")).toHaveText(String(entries));
    for (const name of ["Hours", "Waiting", "Missing Days", "Days to Decide"])
      await expect(tile(page, name)).toHaveText(FIGURE);
  });

  await test.step("the chart has its numbers as a table", async () => {
    await expect(chart(page, "Hours by week")).toBeVisible();
    await expect(table(page, "Hours by week")).toBeHidden();
    await press(page, button(page, "Show Numbers"));
    // October 2026 begins on a Thursday and ends on a Saturday.
    await expect(rows(table(page, "Hours by week"))).toHaveCount(5);
    await expect(rows(table(page, "Hours by week")).first()).toContainText(/October 1\s–\s4, 2026/);
  });

  await test.step("a row opens to the missing days", async () => {
    const opener = people.getByRole("button", { name: /^Missing days of/ }).first();
    await press(page, opener);
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    await expect(people.getByRole("listitem").first()).toHaveText(/^\w{3}, Oct \d+$/);
    await fitForEverybody(page, "report-team");
  });

  await test.step("it is saved, and another month is in the address", async () => {
    const { name, lines } = await download(page);
    expect(name).toBe("Team_Report_10_2026.csv");
    expect(lines).toHaveLength(1 + count);
    await tabTo(page, button(page, "Current Month"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/manager\/reports\?tab=days$/);
    await expect(table(page, "Days and hours in November 2026")).toBeVisible();
    await page.reload();
    await expect(table(page, "Days and hours in November 2026")).toBeVisible();
  });
});

test("HR reads the reports on everybody by keyboard", async ({ signedIn }) => {
  const { page } = await signedIn("hr");
  await page.getByRole("navigation", { name: "HR menu" }).getByRole("link", { name: "Reports" }).click();
  await expect(heading(page, "Attendance Summary Report")).toBeFocused();
  await expect(page).toHaveURL(/\/hr\/reports$/);

  await test.step("departments", async () => {
    await toTab(page, "Attendance", "Departments");
    await expect(heading(page, "Departments")).toBeVisible();
    await expect(page).toHaveTitle(/^Departments – /);
    await expect(chart(page, "Attendance by department")).toBeVisible();
    const departments = table(page, "Departments in November 2026");
    await expect(rows(departments).first()).toBeVisible();
    await expect(main(page).getByText(/^As of \w+ \d+, \d{4}/)).toBeVisible();
    await fitForEverybody(page, "report-departments");
    const { name, lines } = await download(page);
    expect(name).toBe("Departments_11_2026.csv");
    expect(lines).toHaveLength(1 + (await rows(departments).count()));
  });

  await test.step("headcount", async () => {
    await toTab(page, "Departments", "Headcount");
    await expect(heading(page, "Headcount")).toBeVisible();
    await expect(chart(page, "Employees by month")).toBeVisible();
    const months = table(page, "Headcount of the last twelve months");
    await expect(rows(months)).toHaveCount(12);
    await expect(rows(months).last()).toContainText("November 2026");
    await fitForEverybody(page, "report-headcount");
    const { name, lines } = await download(page);
    expect(name).toBe("Headcount_2026-11-18.csv");
    expect(lines).toHaveLength(13);
  });

  await test.step("missing days", async () => {
    await toTab(page, "Headcount", "Missing Days");
    await expect(heading(page, "Missing Days")).toBeVisible();
    const missing = table(page, "Missing days in November 2026");
    const opener = missing.getByRole("button", { name: /^Missing days of/ }).first();
    await press(page, opener);
    await expect(missing.getByRole("listitem").first()).toHaveText(/^\w{3}, Nov \d+$/);
    await fitForEverybody(page, "report-missing-days");
    const { name, lines } = await download(page);
    expect(name).toBe("Missing_Days_11_2026.csv");
    expect(lines.length).toBeGreaterThan(1);
  });
});

test("the Boss sees the whole at a glance", async ({ signedIn }) => {
  const { page } = await signedIn("boss");
  await expect(heading(page, "Boss Dashboard")).toBeVisible();
  for (const name of ["Employees", "Entries Waiting", "Missing Days", "Days to Decide", "On Leave Today"])
    await expect(tile(page, name)).toHaveText(FIGURE);
  await expect(tile(page, "Attendance This Month")).toHaveText(/^\d+\.\d%$/);
  for (const name of ["Attendance by month", "Waiting by age"]) await expect(chart(page, name)).toBeVisible();
  await expect(main(page).getByText(/^As of \w+ \d+, \d{4}/)).toBeVisible();
  // The one that was pressed is called otherwise then.
  for (const _ of ["Attendance by month", "Waiting by age"])
    await press(page, button(page, "Show Numbers").first());
  await expect(rows(table(page, "Attendance by month"))).toHaveCount(12);
  await expect(rows(table(page, "Waiting by age"))).toHaveCount(4);
});

test("an administrator looks at the whole portal by keyboard", async ({ signedIn }) => {
  const { page } = await signedIn("admin", "/admin/system-reports");
  await expect(heading(page, "System Reports")).toBeVisible();

  await test.step("users", async () => {
    await expect(chart(page, "Accounts by role")).toBeVisible();
    await expect(rows(table(page, "Accounts")).getByRole("rowheader")).toHaveText([
      "Employee",
      "Manager",
      "HR",
      "Admin",
      "Boss",
    ]);
    expect((await download(page)).name).toBe("System_Users_2026-11-18.csv");
  });

  await test.step("activity", async () => {
    await toTab(page, "Users", "Activity");
    for (const name of ["Sign-ins", "Entries"]) await expect(chart(page, name)).toBeVisible();
    await expect(rows(table(page, "Activity of the last 30 days"))).toHaveCount(30);
    await fitForEverybody(page, "report-activity");
    const { name, lines } = await download(page);
    expect(name).toBe("System_Activity_2026-11-18.csv");
    expect(lines).toHaveLength(31);
  });

  await test.step("approvals", async () => {
    await toTab(page, "Activity", "Approvals");
    await expect(chart(page, "Waiting by age")).toBeVisible();
    await expect(rows(table(page, "Approvals by manager")).first()).toBeVisible();
    await fitForEverybody(page, "report-approvals");
    expect((await download(page)).name).toBe("System_Approvals_2026-11-18.csv");
  });

  await test.step("jobs and mail", async () => {
    await toTab(page, "Approvals", "Jobs and mail");
    await expect(rows(table(page, "Jobs"))).toHaveCount(10);
    await expect(table(page, "Jobs")).toContainText("Sealing the audit log");
    await expect(button(page, "Download CSV")).toHaveCount(0);
    await fitForEverybody(page, "report-jobs");
  });

  await test.step("data health", async () => {
    await toTab(page, "Jobs and mail", "Data health");
    const checks = main(page).getByRole("heading", { level: 2 });
    await expect(checks).toHaveCount(9);
    await expect(
      main(page).getByText(/^(Nothing found|\d+ (people|person|entr(y|ies)|mails?|jobs?|months?|breaks?))$/),
    ).toHaveCount(9);
    await fitForEverybody(page, "report-health");
    expect((await download(page)).name).toBe("System_Health_2026-11-18.csv");
    await main(page).getByRole("link", { name: "Fix" }).first().click();
    await expect(heading(page, "System Reports")).toHaveCount(0);
  });
});
