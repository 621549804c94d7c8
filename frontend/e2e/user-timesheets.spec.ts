/** One person's calendar, as HR and administrators see it: the days, the months, the file, and the same by keyboard. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, ownPortal, signIn, test } from "./fixtures";
import { tabTo } from "./keys";
import { fitForEverybody } from "./looks";
import { Organisation } from "./organisation";

type Person = { readonly _id: string; readonly firstName: string; readonly lastName: string };
type Entry = {
  readonly date: string;
  readonly hours: number;
  readonly description: string;
  readonly status: string;
  readonly approvalComments: string | null;
};

const portal = ownPortal();
let people: readonly Person[];
/** Another of HR than the one in the browser: one person has one session. */
let office: Organisation;
test.beforeAll(async () => {
  office = await new Organisation(portal.address).signIn("priya@daybook.example");
  const { users } = (await office.call("GET", "/api/users?role=Employee&limit=100")) as {
    users: readonly Person[];
  };
  people = users;
});

function idOf(firstName: string): string {
  const person = people.find((one) => one.firstName === firstName);
  if (!person) throw new Error(`nobody is called ${firstName}`);
  return person._id;
}

async function entriesOf(firstName: string, month: number): Promise<readonly Entry[]> {
  const query = `userId=${idOf(firstName)}&month=${month}&year=2026`;
  const { timesheets } = (await office.call("GET", `/api/timesheets/my?${query}`)) as {
    timesheets: readonly Entry[];
  };
  return timesheets;
}

async function open(page: Page, who: "hr" | "admin", firstName: string, search = ""): Promise<void> {
  await signIn(page, who, who, "", `/user-timesheets/${idOf(firstName)}${search}`);
}

const day = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });
const calendar = (page: Page, count: number) =>
  page.getByRole("heading", { name: `Timesheet Calendar (${count} entries)` });
const toast = (page: Page, words: string) => page.getByRole("region", { name: "Messages" }).getByText(words);

test("HR goes from the directory to a person's days, and back to the page of the directory", async ({
  signedIn,
}) => {
  const { page } = await signedIn("hr", `/hr/user-timesheets?search=larsen`);
  await page.getByRole("link", { name: "View timesheets of Emma Larsen" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emma Larsen's Timesheets");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "employee@daybook.example" })).toBeVisible();
  await expect(main).toContainText("Department Studio");
  await expect(main).toContainText(/Employee ID EMP\d{4}/);
  await expect(calendar(page, (await entriesOf("Emma", 11)).length)).toBeVisible();
  await expect(page.getByRole("list", { name: "Legend" }).getByRole("listitem")).toContainText([
    "Today",
    "Approved",
    "Pending",
    "Rejected",
    "Approved unlock",
    "Holiday",
    "Past (locked)",
    "Weekend",
  ]);

  await test.step("an entry opens, a weekend does not", async () => {
    const rejected = (await entriesOf("Emma", 11)).find((entry) => entry.status === "rejected");
    if (!rejected) throw new Error("the sample has no rejected day");
    await page.locator(`[data-date="${rejected.date}"]`).click();
    const box = page.getByRole("region", { name: /^Timesheet for / });
    await expect(box).toContainText(rejected.description);
    await expect(box).toContainText(rejected.approvalComments ?? "");
    await expect(box).toContainText("Rejected");
    await expect(box).toContainText("Created");
    await expect(page).toHaveURL(new RegExp(`date=${rejected.date}$`));
    // It counts as switched off, and is pressed all the same.
    await day(page, /Sunday, November 15/).click({ force: true });
    await expect(page).toHaveURL(new RegExp(`date=${rejected.date}$`));
    await fitForEverybody(page, "person-calendar");
  });

  await test.step("another month, and back past it", async () => {
    await page.getByLabel("Month").selectOption("October");
    await expect(calendar(page, (await entriesOf("Emma", 10)).length)).toBeVisible();
    await page.getByRole("button", { name: "Back to Users" }).click();
    await expect(page).toHaveURL(/\/hr\/user-timesheets\?search=larsen$/);
  });
});

/** The cells of a file in which no cell holds a line break. */
function rowsOf(text: string): string[][] {
  return text
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
}

test("a month comes as a file that holds what the calendar shows", async ({ visitor }) => {
  const { page } = await visitor();
  const entries = [...(await entriesOf("Олена", 11))].reverse();
  await open(page, "hr", "Олена");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Timesheet" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("Олена_Бондар_timesheet_November_2026.csv");
  await expect(toast(page, "Timesheet downloaded successfully!")).toBeVisible();
  const bytes = readFileSync(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, ...rows] = rowsOf(bytes.subarray(3).toString("utf8"));
  expect(header).toEqual(["Date", "Day", "Hours", "Description", "Status", "Comment"]);
  expect(rows.map(([date, , hours, description]) => ({ date, hours, description }))).toEqual(
    entries.map(({ date, hours, description }) => ({ date, hours: hours.toFixed(1), description })),
  );
  expect(rows.length).toBeGreaterThan(5);
});

test("the days are read by keyboard alone", async ({ visitor }) => {
  const { page } = await visitor();
  await open(page, "admin", "Emma");
  await tabTo(page, day(page, /Wednesday, November 18/));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Timesheet for Tuesday, November 17, 2026" })).toBeVisible();
  await page.keyboard.press("Home");
  const sunday = day(page, /Sunday, November 15/);
  await expect(sunday).toBeFocused();
  await expect(sunday).toHaveAccessibleDescription(/^Weekends cannot be selected\./);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/date=2026-11-17$/);
  await page.keyboard.press("PageUp");
  await expect(day(page, /Thursday, October 15/)).toBeFocused();
  await expect(page.getByLabel("Month").locator("option:checked")).toHaveText("October");
  await page.keyboard.press("t");
  await expect(day(page, /Wednesday, November 18/)).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(page.getByText("November 2026 is the latest month.")).toBeAttached();
  await tabTo(page, page.getByRole("button", { name: "Back to Users" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  // This page was the first of its visit: the button leads to the directory.
  await expect(page).toHaveURL(/\/admin\/user-timesheets$/);
});
