/** The attendance summary: of everyone for HR, of the team for a manager, month by month, and as a PDF to take along. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test, type Who } from "./fixtures";
import { press } from "./keys";
import { Organisation } from "./organisation";

type Row = {
  readonly name: string;
  readonly employeeId: string;
  readonly totalWorkingDays: number;
  readonly leaveDays: number;
  readonly totalPresent: number;
  readonly attendanceRate: number | null;
  readonly rating: "good" | "needs-attention";
};

const portal = ownPortal();

const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string) =>
  main(page).locator("dl > div").filter({ hasText: name }).locator("dd").first();
const rows = (page: Page) =>
  main(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const month = (page: Page) => page.getByRole("combobox", { name: "Month" });
const year = (page: Page) => page.getByRole("combobox", { name: "Year" });
const download = (page: Page) => page.getByRole("button", { name: "Download PDF" });

async function open(page: Page, who: Who, address = ""): Promise<void> {
  await signIn(page, who, who, "", `/${who}/reports${address}`);
}

/** What the server says to the person who is signed in there. */
async function summary(page: Page, year: number, month: number): Promise<Row[]> {
  return page.evaluate(async (query) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("daybook.token")}` };
    return (await fetch(`/api/users/attendance-summary?${query}`, { headers })).json();
  }, `month=${month}&year=${year}`);
}

/** A row as it is read on the screen. */
function said(row: Row): string[] {
  return [
    row.name,
    row.employeeId,
    String(row.totalWorkingDays),
    String(row.leaveDays),
    String(row.totalPresent),
    row.attendanceRate === null ? "–no working days" : `${row.attendanceRate.toFixed(1)}%`,
    row.rating === "good" ? "Good" : "Needs Attention",
  ];
}

async function expectRows(page: Page, expected: readonly Row[]): Promise<void> {
  await expect(rows(page)).toHaveCount(expected.length);
  for (const [index, row] of expected.entries()) {
    await expect(rows(page).nth(index).locator("th, td")).toHaveText(said(row));
  }
  const good = expected.filter((row) => row.rating === "good").length;
  await expect(tile(page, "Total Employees")).toHaveText(String(expected.length));
  await expect(tile(page, "Good Attendance")).toHaveText(String(good));
  await expect(tile(page, "Needs Attention")).toHaveText(String(expected.length - good));
  await expect(main(page).getByText(`${expected.length} employees`, { exact: true })).toBeVisible();
}

test("HR sees everyone, month by month", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  await expect(page.getByRole("heading", { level: 1, name: "Attendance Summary Report" })).toBeVisible();
  const november = await summary(page, 2026, 11);
  expect(november.length).toBeGreaterThan(5);
  await expectRows(page, november);
  await expect(main(page).getByText(/^Last updated: \w+ \d+, 20\d\d, \d+:\d\d/)).toBeVisible();

  await expect(year(page).getByRole("option")).toHaveText(["2026", "2025", "2024", "2023", "2022"]);
  await expect(month(page).getByRole("option")).toHaveCount(11);
  await month(page).selectOption("October");
  await expect(page).toHaveURL(/\?month=2026-10$/);
  const october = await summary(page, 2026, 10);
  expect(october).not.toEqual(november);
  await expectRows(page, october);
  await page.reload();
  await expectRows(page, october);
  await page.getByRole("button", { name: "Current Month" }).click();
  await expect(page).toHaveURL(/\/hr\/reports$/);
  await expectRows(page, november);
  await page.goBack();
  await expectRows(page, october);
  // A month that is still to come is not asked for, whatever an address says.
  await page.goto("/hr/reports?month=2026-12");
  await expectRows(page, november);
  await test.step("it is saved as a PDF", async () => {
    const saved = page.waitForEvent("download");
    await press(page, download(page));
    const file = await saved;
    expect(file.suggestedFilename()).toBe("Attendance_Report_11_2026.pdf");
    const content = await readFile(await file.path());
    expect(content.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(content.length).toBeGreaterThan(5_000);
    await expect(page.getByText("Attendance report downloaded")).toBeVisible();
  });
});

test("a manager sees a new entry of the team at once", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "manager");
  await expect(page.getByRole("heading", { level: 1, name: "Team Reports" })).toBeVisible();
  const team = await summary(page, 2026, 11);
  await expectRows(page, team);
  const before = team.find((row) => row.name === "Noor Haddad");
  if (before === undefined) throw new Error("Noor is not in the team");
  const noor = await new Organisation(portal.address).signIn("noor@daybook.example");
  await noor.call("POST", "/api/timesheets/my", { date: "2026-11-18", hours: 9, description: "Levels" });
  // Nobody has touched the browser: today counts from its entry on.
  const present = rows(page).filter({ hasText: "Noor Haddad" }).locator("td");
  await expect(present.nth(1)).toHaveText(String(before.totalWorkingDays + 1));
  await expect(present.nth(3)).toHaveText(String(before.totalPresent + 1));
});

test("the report is cards on a phone, and a table on paper", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  await page.setViewportSize({ width: 390, height: 900 });
  // Cards, each fact under its head, and still a table to those who hear it.
  const table = main(page).getByRole("table", { name: "Attendance in November 2026" });
  const facts = rows(page).first().getByRole("cell");
  const lines = async () => {
    const boxes = await Promise.all((await facts.all()).map((cell) => cell.boundingBox()));
    return new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size;
  };
  await expect(table).toBeVisible();
  await expect(table.getByRole("columnheader")).toHaveCount(7);
  await expect(facts).toHaveCount(6);
  expect(await lines()).toBe(4);

  await page.setViewportSize({ width: 760, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(table).toBeVisible();
  expect(await lines()).toBe(1);
  await expect(table.getByRole("columnheader", { name: "Rate" }).getByText("Rate")).toBeVisible();
  await expect(main(page).getByText("November 2026", { exact: true })).toBeVisible();
  await expect(main(page).getByText(/^Last updated:/)).toBeVisible();
  for (const gone of [month(page), download(page), page.getByRole("navigation", { name: "HR menu" })])
    await expect(gone).toBeHidden();
});
