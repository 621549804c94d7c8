/** The attendance summary: of everyone for HR, of the team for a manager, month by month, and as a PDF to take along. */
import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { expect, hold, signIn, test, type Who } from "./fixtures";
import { press } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";
import { Portal } from "./portal";

const NOW = "2026-11-18T09:00:00Z";
const SUMMARY = "**/api/users/attendance-summary?*";
const PDF = "**/api/users/attendance-summary/pdf?*";

type Row = {
  readonly name: string;
  readonly employeeId: string;
  readonly totalWorkingDays: number;
  readonly leaveDays: number;
  readonly totalPresent: number;
  readonly attendanceRate: number | null;
  readonly rating: "good" | "needs-attention";
};

let portal: Portal;

test.beforeAll(async () => {
  portal = await Portal.start("demo", { DAYBOOK_NOW: NOW });
});

test.afterAll(() => portal.remove());

const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string) =>
  main(page).locator("dl > div").filter({ hasText: name }).locator("dd").first();
const rows = (page: Page) =>
  main(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const month = (page: Page) => page.getByRole("combobox", { name: "Month" });
const year = (page: Page) => page.getByRole("combobox", { name: "Year" });
const download = (page: Page) => page.getByRole("button", { name: "Download PDF" });

async function open(page: Page, who: Who, address = ""): Promise<void> {
  await signIn(page, who, who, portal.address, `/${who}/reports${address}`);
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

/** Answers with that many people, whom no sample organisation has. */
const crowd = (count: number) => (route: Route) =>
  route.fulfill({
    json: Array.from({ length: count }, (_, index): Row => {
      const present = 14 - (index % 9);
      return {
        name: `Amélie ${String(index).padStart(5, "0")}`,
        employeeId: index === 1 ? "" : `EMP${2001 + index}`,
        totalWorkingDays: index === 2 ? 0 : 14,
        leaveDays: 0,
        totalPresent: index === 2 ? 0 : present,
        attendanceRate: index === 2 ? null : Math.round((present * 1000) / 14) / 10,
        rating: index === 2 || present > 11 ? "good" : "needs-attention",
      };
    }),
  });

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
  await page.goto(`${portal.address}/hr/reports?month=2026-12`);
  await expectRows(page, november);
});

test("a manager sees the team and nobody else, and a new entry at once", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "manager");
  await expect(page.getByRole("heading", { level: 1, name: "Team Reports" })).toBeVisible();
  const team = await summary(page, 2026, 11);
  await expectRows(page, team);
  const hr = await new Organisation(portal.address).signIn("hr@daybook.example");
  type Found = {
    users: {
      firstName: string;
      lastName: string;
      managerId: { lastName: string } | null;
      isActive: boolean;
    }[];
  };
  const { users } = (await hr.call("GET", "/api/users?role=Employee&limit=1000")) as Found;
  const nameOf = (user: Found["users"][number]) => `${user.firstName} ${user.lastName}`;
  const mine = users.filter((user) => user.isActive && user.managerId?.lastName === "Okafor").map(nameOf);
  expect(mine.length).toBeGreaterThan(2);
  expect(team.map((row) => row.name)).toEqual(expect.arrayContaining(mine));
  for (const user of users.filter((user) => user.managerId?.lastName !== "Okafor"))
    await expect(rowOf(page, nameOf(user))).toHaveCount(0);

  const before = team.find((row) => row.name === "Noor Haddad");
  if (before === undefined) throw new Error("Noor is not in the team");
  const noor = await new Organisation(portal.address).signIn("noor@daybook.example");
  await noor.call("POST", "/api/timesheets/my", { date: "2026-11-18", hours: 9, description: "Levels" });
  // Nobody has touched the browser: today counts from its entry on.
  const present = rowOf(page, "Noor Haddad").locator("td");
  await expect(present.nth(1)).toHaveText(String(before.totalWorkingDays + 1));
  await expect(present.nth(3)).toHaveText(String(before.totalPresent + 1));
});

for (const [who, day] of [
  ["hr", "11"],
  ["manager", "9"],
] as const) {
  test(`the PDF is saved by ${who}`, async ({ visitor }) => {
    const { page } = await visitor();
    await open(page, who, `?month=2026-${day.padStart(2, "0")}`);
    const saved = page.waitForEvent("download");
    await press(page, download(page));
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`Attendance_Report_${day}_2026.pdf`);
    const content = await readFile(await file.path());
    expect(content.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(content.length).toBeGreaterThan(5_000);
    await expect(page.getByText("Attendance report downloaded")).toBeVisible();
    await expect(download(page)).toBeEnabled();
  });
}

test("a PDF that is not made says why", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  const body = {
    success: false,
    code: "UNAVAILABLE",
    message: "Too busy. Please try again.",
    requestId: "r",
  };
  const answer = await hold(page, PDF, (route) => route.fulfill({ status: 503, json: body }));
  await download(page).click();
  await expect(page.getByRole("button", { name: "Preparing PDF..." })).toBeDisabled();
  answer();
  await expect(page.getByRole("alert").filter({ hasText: "Too busy. Please try again." })).toBeVisible();
  await expect(download(page)).toBeEnabled();
  await page.unroute(PDF);
  await page.route(PDF, (route) => route.abort("connectionreset"));
  await download(page).click();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "Failed to download the attendance report. Please try again." }),
  ).toBeVisible();
});

test("waiting, failing and having nothing to show are said in words", async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, "hr", "hr", portal.address);
  const reports = `${portal.address}/hr/reports`;

  await test.step("waiting", async () => {
    await page.route(SUMMARY, () => undefined);
    await page.goto(reports);
    await expect(
      main(page).getByRole("status").filter({ hasText: "Loading attendance summary..." }),
    ).toBeVisible();
    await expect(download(page)).toBeDisabled();
    await page.unroute(SUMMARY);
  });

  await test.step("failing: the page is loaded anew", async () => {
    await page.route(SUMMARY, (route) => route.fulfill({ status: 404, body: "<html>" }));
    await page.goto(reports);
    const panel = main(page).getByRole("alert");
    await expect(panel).toContainText("Failed to fetch attendance summary. Please try again.");
    await fitForEverybody(page, "attendance-failed");
    await page.unroute(SUMMARY);
    const loaded = page.waitForEvent("load");
    await panel.getByRole("button", { name: "Try Again" }).click();
    await loaded;
    await expect(panel).toHaveCount(0);
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step("nothing to show", async () => {
    await page.route(SUMMARY, (route) => route.fulfill({ json: [] }));
    await page.goto(`${reports}?month=2022-01`);
    await expect(main(page)).toContainText("No Data Available");
    await expect(download(page)).toBeDisabled();
    await fitForEverybody(page, "attendance-empty");
    await page.unroute(SUMMARY);
    await page.getByRole("button", { name: "View Current Month" }).click();
    await expect(page).toHaveURL(reports);
    await expect(rows(page).first()).toBeVisible();
  });
});

test("thousands of people are leafed through, searched and put in order", async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, "hr", "hr", portal.address);
  await page.route(SUMMARY, crowd(9_411));
  await page.goto(`${portal.address}/hr/reports`);
  await expect(rows(page)).toHaveCount(50);
  await expect(tile(page, "Total Employees")).toHaveText("9,411");
  await expect(rowOf(page, "Amélie 00001")).toContainText("EMP1002");
  await expect(rowOf(page, "Amélie 00002")).toContainText("–");
  await press(page, page.getByRole("button", { name: "Next" }));
  await expect(rows(page).first()).toContainText("Amélie 00050");
  await expect(page).toHaveURL(/\?page=2$/);

  await press(page, page.getByRole("button", { name: "Rate" }));
  await expect(rows(page).first()).toContainText("42.9%");
  await page.getByRole("searchbox", { name: "Search employees" }).fill("amelie 0941");
  await expect(rows(page)).toHaveCount(1);
  await expect(tile(page, "Total Employees")).toHaveText("9,411");
  await expect(page).toHaveURL(/order=lowest&search=amelie\+0941$/);
});

test("paper holds everybody, not the page alone", async ({ visitor }) => {
  const { page } = await visitor();
  await signIn(page, "hr", "hr", portal.address);
  await page.route(SUMMARY, crowd(120));
  await page.goto(`${portal.address}/hr/reports`);
  await expect(rows(page)).toHaveCount(50);
  // Heard after the page has heard it, and before it goes on paper.
  await page.evaluate(() => {
    window.addEventListener("beforeprint", () => {
      document.body.dataset.printed = String(document.querySelectorAll("main tbody tr").length);
    });
  });
  await page.pdf({ format: "A4" });
  await expect(page.locator("body")).toHaveAttribute("data-printed", "120");
  await expect(rows(page)).toHaveCount(50);
});

test("the report fits everybody, paper included", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "hr");
  await fitForEverybody(page, "attendance");
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
