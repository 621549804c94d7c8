/**
 * The end of a month: its salaries, what HR reads before they close it, and the file that payroll gets, worked out by hand from the
 * figures of the month (figures.ts). Every salary is a year's, so a month is a twelfth of it.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures";
import type { Book } from "./book";
import type { Employee } from "./people";
import { button, expectTiles, main, message } from "./screens";

type Payroll = {
  /** What each is paid a year, and from when. */
  readonly salaries: readonly (readonly [who: Employee, salary: number, from: string])[];
  readonly ready: string;
  readonly blocked: string;
  readonly tiles: Readonly<Record<string, string>>;
  /** The rows of the file without their checksum, by employee ID. */
  readonly rows: readonly string[];
};

/**
 * Nobody decides on Fatima's days, and Chloé's rejected one stays. Of the 19 working days:
 * - Amélie: 17 × 3,600 / 19 = 3,221.0526; on Saturday the 5th half a day extra.
 * - Βασίλης: 15 × 3,166.6667 / 19 = 2,500.
 * - Chloé: 3,000 a month on the 10 days up to the 14th, 3,300 on the 9 after it: (30,000 + 29,700) / 19 = 3,142.1053. Paid are all
 *   10 and then 8: (30,000 + 26,400) / 19 = 2,968.4211. The holiday on the 16th is a day extra.
 * - Emil: 11½ of the 13 days until he left: 11.5 × 3,800 / 19 = 2,300.
 * - Fatima: the 4 days that are approved: 4 × 3,500 / 19 = 736.8421.
 * - Дарья: 9½ of the 12 days since she came, but nobody has entered her salary; Saturday the 12th is a day extra.
 *
 * Base: 3,600 + 3,166.67 + 3,142.11 + 3,800 + 3,500 = 17,208.78. Gross: 3,221.05 + 2,500 + 2,968.42 + 2,300 + 736.84 = 11,726.31.
 */
export const FEBRUARY_PAYROLL: Payroll = {
  salaries: [
    ["amelie", 43_200, "2028-02-01"],
    ["vasilis", 38_000, "2028-02-01"],
    ["chloe", 36_000, "2028-02-01"],
    ["chloe", 39_600, "2028-02-15"],
    ["emil", 45_600, "2028-02-01"],
    ["fatima", 42_000, "2028-02-01"],
  ],
  ready: "4 of 6 ready",
  blocked: "2 employees",
  tiles: {
    Employees: "6",
    "Total Base": "17,208.78 EUR",
    "Total Gross": "11,726.31 EUR",
    "Missing Salary": "1",
  },
  rows: [
    "2028-02,1,EMP1005,Amélie Dubois,Quays,19.0,19.0,17.0,0.0,0.0,2.0,0.0,17.0,0.5,149.0,EUR,43200.00,,3600.00,3221.05",
    "2028-02,1,EMP1006,Βασίλης Πέτρου,Quays,19.0,19.0,15.0,0.0,0.0,4.0,0.0,15.0,0.0,132.5,EUR,38000.00,,3166.67,2500.00",
    "2028-02,1,EMP1007,Chloé Nguyễn,Quays,19.0,19.0,18.0,0.0,0.0,1.0,0.0,18.0,1.0,168.5,EUR,39600.00,2028-02-15,3142.11,2968.42",
    "2028-02,1,EMP1008,Emil Sørensen,Quays,19.0,13.0,11.5,0.0,0.0,1.5,0.0,11.5,0.0,101.0,EUR,45600.00,,3800.00,2300.00",
    "2028-02,1,EMP1009,Fatima Zahra,Quays,19.0,19.0,4.0,0.0,0.0,5.0,10.0,4.0,0.0,32.5,EUR,42000.00,,3500.00,736.84",
    "2028-02,1,EMP1010,Дарья Орлова,,19.0,12.0,9.5,0.0,0.0,2.5,0.0,9.5,1.0,93.0,EUR,,,,",
  ],
};

const HEADER =
  "Month,Revision,Employee ID,Name,Department,Scheduled Days,Working Days,Approved Days,Paid Leave,Unpaid Leave,Absent Days," +
  "Pending Days,Payable Days,Extra Days,Approved Hours,Currency,Annual Salary,Salary Since,Monthly Base,Gross Pay,External ID";

/** The days of a month that still wait. */
export const pendingOf = ({ entries }: Book, who: Employee) =>
  entries[who].filter(([, , , status]) => status === "pending").map(([date]) => date);

/** HR closes the month although something is open, and takes the file along. */
export async function closeForPayroll(
  page: Page,
  { month, name }: Book,
  { ready, blocked, tiles, rows }: Payroll,
): Promise<void> {
  await expect(main(page)).toContainText(ready);
  await button(page, "Close Month").click();
  const dialog = page.getByRole("dialog", { name: `Close ${name}?` });
  await dialog.getByLabel("Reason").fill("Payroll is due");
  await button(dialog, "Close Month").click();
  await expect(message(page, `${name} is closed (revision 1)`)).toBeVisible();
  await expect(main(page)).toContainText(`Closed with ${blocked} not ready: Payroll is due`);
  await main(page).getByRole("link", { name: "Open Payroll", exact: true }).click();
  await expect(page.getByRole("table", { name: `Payroll of ${name}, revision 1` })).toBeVisible();
  await expectTiles(page, tiles);

  const coming = page.waitForEvent("download");
  await button(page, "Export CSV").click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`Payroll_${month}_r1.csv`);
  // Nobody has an external ID.
  const lines = [HEADER, ...rows.map((row) => `${row},`)];
  const sum = createHash("sha256")
    .update(lines.map((line) => `${line}\r\n`).join(""))
    .digest("hex");
  const ends = ["Checksum", ...rows.map(() => sum)];
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")).toEqual([
    ...lines.map((line, at) => `${at === 0 ? "\ufeff" : ""}${line},${ends[at]}`),
    "",
  ]);
}
