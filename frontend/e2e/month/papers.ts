/** What people take along: the report as a PDF and a month as a file, read back and compared with what was computed by hand. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures";
import type { Book, Entry } from "./book";
import { FORMULA } from "./entries";
import { ORGANISATION } from "./month";
import { readPdf } from "./pdf";
import { type Employee, nameOf, PEOPLE, WORK } from "./people";
import { button } from "./screens";

/** The PDF of the report, with these people in it and nobody else. */
export async function expectPaper(
  page: Page,
  book: Book,
  scope: string,
  people: readonly Employee[],
  good: number,
): Promise<void> {
  const coming = page.waitForEvent("download");
  await button(page, "Download PDF").click();
  const file = await coming;
  const [year, number] = book.month.split("-").map(Number);
  expect(file.suggestedFilename()).toBe(`Attendance_Report_${number}_${year}.pdf`);
  const pages = readPdf(await readFile(await file.path()));
  expect(pages).toHaveLength(1);
  const [pieces = []] = pages;
  const said = pieces.join("\n");
  for (const words of [ORGANISATION, "Attendance Summary Report", book.name, scope, "Page 1 of 1"])
    expect(said).toContain(words);
  expect(said).toMatch(/Made on \d{1,2} \w+ 2028 at 09:\d\d/);
  const totals = [`${people.length}`, "Total Employees", `${good}`, "Good Attendance"];
  const needs = [`${people.length - good}`, "Needs Attention"];
  const cells = people.flatMap((who, index) => {
    const { workingDays, present, rate, rating } = book.figures[who];
    const { id } = PEOPLE[who];
    return [`${index + 1}`, id, nameOf(who), `${workingDays}`, "0", `${present}`, `${rate} %`, rating];
  });
  const columns = ["No.", "Employee ID", "Name", "Working days", "Leave Days", "Present", "Rate", "Rating"];
  for (const run of [
    [...totals, ...needs],
    [...columns, ...cells],
  ])
    expect(said).toContain(run.join("\n"));
}

const wordsOf = (who: Employee, [, , , , words]: Entry) => words ?? WORK[who];

/** The rows of a file, cells with line breaks and quotes in them included. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    if (rows.length === 0) rows.push([]);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

/** The month of the calendar that is open. */
export async function expectFile(page: Page, book: Book, who: Employee): Promise<void> {
  const coming = page.waitForEvent("download");
  await button(page, "Download Timesheet").click();
  const file = await coming;
  const { first, last } = PEOPLE[who];
  expect(file.suggestedFilename()).toBe(`${first}_${last}_timesheet_${book.name.replace(" ", "_")}.csv`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
  const rows = book.entries[who].map((entry) => {
    const [date, weekday, hours, status] = entry;
    const words = wordsOf(who, entry);
    // Written as text for a spreadsheet, so that it computes nothing.
    const cell = words === FORMULA ? `'${words}` : words;
    return [date, weekday, hours.toFixed(1), cell, status, book.comments[`${who} ${date}`] ?? ""];
  });
  const header = ["Date", "Day", "Hours", "Description", "Status", "Comment"];
  expect(rowsOf(bytes.subarray(3).toString("utf8"))).toEqual([header, ...rows]);
}
