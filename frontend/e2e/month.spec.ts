/**
 * A month in the life of a team of eight, with the clock set day by day: they record, forget, are frozen, unlocked, rejected and
 * approved, somebody comes, somebody leaves, somebody is blocked, somebody moves to another team, and holidays fall into it. On the
 * last day every number on every screen, in the PDF and in the files is the one that was computed by hand (month/figures.ts).
 */
import type { Page } from "@playwright/test";
import { expect, type Person, picture, settled, test } from "./fixtures";
import { FORMULA, LATE, TOO_THIN } from "./month/entries";
import { FEBRUARY } from "./month/february";
import { W5 } from "./month/figures";
import { Month } from "./month/month";
import { closeForPayroll, FEBRUARY_PAYROLL, pendingOf } from "./month/payroll";
import { type Employee, PEOPLE, WORK } from "./month/people";
import * as reckoning from "./month/reckoning";
import {
  button,
  card,
  day,
  decide,
  expectBadge,
  expectTiles,
  main,
  menu,
  message,
  visitsTo,
} from "./month/screens";

/** A browser at the other end of the world, where it is still yesterday. */
const ABROAD = { timezoneId: "Pacific/Honolulu" };

const feb = (...days: readonly number[]) => days.map((one) => `2028-02-${String(one).padStart(2, "0")}`);
const TOO_LONG = "Nobody writes letters for nine hours. Please count again.";
const WHICH_LINES = "Please leave the islands out.";
const NO_PILES = "The piles are not ours.";

const LOCKED_REJECTION = "This rejected timesheet requires approval to unlock. Please contact your manager.";
const HOLIDAY = "This date is a holiday. Contact Admin/HR/Manager if you worked.";
const CLOSED = "409 The month February 2028 has been processed and is closed";
const TOO_FAR = (days: number) => `403 You can only unlock timesheets up to ${days} day(s) back`;

type Visitor = (device: typeof ABROAD) => Promise<Person>;

/** Fills the form that is open, and waits until it is saved. */
async function submit(page: Page, hours: string, words: string): Promise<void> {
  await page.getByLabel("Hours").fill(hours);
  await page.getByLabel("Task description").fill(words);
  await button(page, "Submit Timesheet").click();
  await expect(message(page, "Timesheet submitted successfully!")).toBeVisible();
}

for (const database of ["SQLite", "PostgreSQL"] as const) {
  const tag = database === "PostgreSQL" ? ["@long"] : [];
  test.describe(`February 2028 on ${database}`, { tag }, () => {
    test.describe.configure({ mode: "serial" });
    let month: Month;
    const visits = (visitor: Visitor) => visitsTo(month, () => visitor(ABROAD));

    test.beforeAll(async () => {
      month = await Month.begin(database, FEBRUARY);
    });
    test.afterAll(() => month?.end());

    test("the people and the holidays are entered", async () => {
      await month.wakeUp("2028-01-31");
      await month.register("admin", "hana");
      for (const who of ["mara", "nils", "amelie", "vasilis", "chloe", "emil", "fatima"] as const)
        await month.register("hana", who);
      for (const who of ["amelie", "vasilis", "chloe", "emil", "fatima"] as const)
        await month.assign("hana", who, "mara");
      for (const [who, salary, from] of FEBRUARY_PAYROLL.salaries)
        await month.pays("hana", who, salary, from);
      const holiday = (date: string, name: string) =>
        month.tell("hana", "POST", "/api/holidays", { date, name, isRecurring: true });
      await holiday("2024-02-29", "Leap Day");
      await holiday("2027-02-12", "Founders' Day");
      await month.everybodyRecords();
    });

    test("the first week: a half day, a locked day, a Friday that is opened on Monday", async ({
      visitor,
    }) => {
      await month.wakeUp("2028-02-01");
      await visits(visitor)("amelie", "/employee/timesheet", async (page) => {
        await submit(page, "9", FORMULA);
        await expect(day(page, "2028-02-01")).toHaveAttribute("data-status", "pending");
        await page.goto(`${month.address}/employee`);
        // Both holidays of this month; those of the next year lie beyond twelve months.
        const tiles = { "Hours This Month": "9.0 h", Pending: 1, Approved: 0, "Upcoming Holidays": 2 };
        await expectTiles(page, tiles);
      });
      await month.everybodyRecords();
      await month.passes("2028-02-02");

      await month.wakeUp("2028-02-03");
      // The 2nd is frozen, and within a manager's reach; the day before it is not.
      await expect(month.unlock("mara", "vasilis", "2028-02-01")).rejects.toThrow(TOO_FAR(1));
      await month.unlock("mara", "vasilis", "2028-02-02");
      await month.record("vasilis", "2028-02-02", 9, "Was up on crane 4 without a network");
      await month.everybodyRecords();
      await month.passes("2028-02-04");
      await month.passes("2028-02-05");
      await month.passes("2028-02-06");
    });

    test("the second week: a week is approved, one rejected, one in part; one person waits outside", async ({
      visitor,
    }) => {
      const visit = visits(visitor);
      await month.wakeUp("2028-02-07");
      // One working day back, over the weekend: Friday, and Saturday too.
      await expect(month.unlock("mara", "amelie", "2028-02-03")).rejects.toThrow(TOO_FAR(1));
      await month.unlock("mara", "vasilis", "2028-02-04");
      await month.record("vasilis", "2028-02-04", 9, "Greased crane 5");
      await month.unlock("mara", "amelie", "2028-02-05");
      await month.record("amelie", "2028-02-05", 4, "The storm took two bollards");
      await month.reject("mara", "chloe", feb(3, 4), WHICH_LINES);
      const before = month.rejections("fatima");
      await visit("mara", "/manager/team-timesheets?range=last-week", async (page) => {
        await expect(card(page, "Chloé Nguyễn", W5)).toContainText("Partially rejected");
        const approved = card(page, "Amélie Dubois", W5);
        await expect(approved).toContainText("32.5 h");
        await decide(page, "approve", button(approved, "Approve Week"));
        await expect(approved.locator("header [data-status]")).toHaveText("Approved");
        const rejected = card(page, "Fatima Zahra", W5);
        await button(rejected, "Reject Week").click();
        await page.getByRole("dialog").getByLabel("Reason").fill(TOO_LONG);
        await decide(page, "reject", button(page.getByRole("dialog"), "Reject"));
        await expect(rejected.locator("header [data-status]")).toHaveText("Rejected");
        await expect.poll(() => month.rejections("fatima")).toBe(before + 1);
        await picture(page, "month-1-week");
      });
      await month.approve("mara", { emil: feb(1, 2, 3, 4) });
      for (const [date, hours, count] of [
        ["2028-02-01", 8, 12],
        ["2028-02-02", 8, 9],
        ["2028-02-03", 8, 14],
        ["2028-02-04", 8.5, 15],
      ] as const)
        await month.record("fatima", date, hours, `${WORK.fatima}, ${count} of them`);
      await month.everybodyRecords();

      await month.wakeUp("2028-02-08");
      await month.tell("admin", "PATCH", `/api/users/${month.id("fatima")}/toggle-block`, {
        isBlocked: true,
      });
      await expect(month.record("fatima", "2028-02-08", 9)).rejects.toThrow(
        "403 Your account has been blocked.",
      );
      month.leaves("fatima");
      await month.record("chloe", "2028-02-03", 8, "The timetable of the ferries, without the islands");
      await visit("hana", "/hr/add-user", async (page) => {
        const { first, last, email, id } = PEOPLE.darya;
        await page.getByLabel("First Name").fill(first);
        await page.getByLabel("Last Name").fill(last);
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Role").selectOption("Employee");
        await page.getByLabel("Joining Date").fill("2028-02-10");
        await button(page, "Register").click();
        const dialog = page.getByRole("dialog", { name: "Registration Successful!" });
        await expect(dialog).toContainText(id);
        await page.goto(`${month.address}/hr/employees`);
        const manager = page.getByRole("combobox", { name: "Manager of Дарья Орлова" });
        await manager.fill("mara");
        await page.getByRole("option", { name: /Mara Lind/ }).click();
        await expect(message(page, "Manager assigned successfully!")).toBeVisible();
        await month.mailbox.wait(email);
      });
      await month.meet("darya");
      await month.everybodyRecords();

      await month.wakeUp("2028-02-09");
      await month.approve("mara", { chloe: ["2028-01-31", ...feb(1, 2, 3)] });
      await month.everybodyRecords();

      await month.wakeUp("2028-02-10");
      await test.step("Дарья's first day begins with the mail", async () => {
        const { text } = await month.mailbox.wait(PEOPLE.darya.email);
        const { page, context } = await visitor(ABROAD);
        await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
        await page.getByLabel("Email").fill(PEOPLE.darya.email);
        await page.getByLabel("Password", { exact: true }).fill(/Password: (\S+)/.exec(text)?.[1] ?? "");
        await button(page, "Sign In").click();
        await page.getByLabel("New Password", { exact: true }).fill(month.password);
        await page.getByLabel("Confirm New Password").fill(month.password);
        await button(page, "Set Password").click();
        await menu(page).getByRole("link", { name: "Timesheet", exact: true }).click();
        await settled(page);
        await expect(day(page, "2028-02-09")).toHaveAttribute("data-status", "before-joining");
        await submit(page, "9", WORK.darya);
        await context.close();
      });
      await expect(month.unlock("hana", "emil", "2028-02-07")).rejects.toThrow(TOO_FAR(2));
      await month.unlock("hana", "emil", "2028-02-08");
      await month.record("emil", "2028-02-08", 6, "Scraped the green buoy");
      await month.everybodyRecords();

      await month.wakeUp("2028-02-11");
      await month.tell("admin", "PATCH", `/api/users/${month.id("fatima")}/toggle-block`, {
        isBlocked: false,
      });
      await month.everybodyRecords();
      await month.passes("2028-02-12");
      await month.passes("2028-02-13");
    });

    test("the third week: a new holiday, a correction that comes too late, and a farewell", async ({
      visitor,
    }) => {
      const visit = visits(visitor);
      await month.wakeUp("2028-02-14");
      await visit("hana", "/hr/direct-unlock", async (page) => {
        await page.getByRole("combobox", { name: "Employee" }).fill("дарья");
        await page.getByRole("option", { name: /Дарья Орлова/ }).click();
        // Two working days back from Monday is Thursday.
        await expect(page.getByLabel("Date to unlock")).toHaveAttribute("min", "2028-02-10");
        await page.getByLabel("Date to unlock").fill("2028-02-12");
        await page.getByRole("textbox", { name: "Reason" }).fill("The watch on Founders' Day");
        await button(page, "Unlock Timesheet").click();
        await expect(message(page, "Timesheet Unlocked Successfully!")).toBeVisible();
        await page.goto(`${month.address}/hr/holidays`);
        await button(page, "Add Holiday").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Date").fill("2028-02-16");
        await dialog.getByLabel("Name").fill("Closing of the Locks");
        await button(dialog, "Save Holiday").click();
        await expect(message(page, "Holiday created successfully")).toBeVisible();
      });
      await month.record("darya", "2028-02-12", 7, "Дежурство в праздник");
      await month.approve("mara", { amelie: feb(7, 8, 9, 10, 11) });
      await month.approve("mara", { vasilis: feb(1, 2, 3, 4, 7, 8, 9, 11), chloe: feb(7, 8, 9, 10, 11) });
      await month.approve("mara", { emil: feb(7, 8, 9, 10, 11) });
      await month.everybodyRecords();

      await month.wakeUp("2028-02-15");
      // The seventh day after the rejection was yesterday.
      await expect(month.record("chloe", "2028-02-04", 7.5, LATE)).rejects.toThrow(`403 ${LOCKED_REJECTION}`);
      await month.unlock("mara", "chloe", "2028-02-04");
      await visit("chloe", "/employee/timesheet?date=2028-02-04", async (page) => {
        await expect(page.getByLabel("Hours")).toHaveValue("9");
        await submit(page, "7.5", LATE);
      });
      await month.everybodyRecords();

      await month.wakeUp("2028-02-16");
      await expect(month.record("emil", "2028-02-16", 9)).rejects.toThrow(`403 ${HOLIDAY}`);

      await month.wakeUp("2028-02-17");
      // Over the holiday one working day back is Tuesday: a pending entry is opened for a correction, and the holiday itself.
      await month.unlock("mara", "amelie", "2028-02-15");
      await month.record("amelie", "2028-02-15", 8, "Survey of the north quay, until four");
      await month.unlock("mara", "chloe", "2028-02-16");
      await month.record("chloe", "2028-02-16", 9, "Notices of the holiday timetable");
      await month.everybodyRecords();

      await month.wakeUp("2028-02-18");
      const { first: firstName, last: lastName, email, role } = PEOPLE.emil;
      const gone = { firstName, lastName, email, role, isActive: false };
      await month.tell("hana", "PUT", `/api/users/${month.id("emil")}`, gone);
      await expect(month.as("emil")).rejects.toThrow("403 Your account is inactive. Please contact HR.");
      await month.everybodyRecords();
      await month.passes("2028-02-19");
      await month.passes("2028-02-20");
    });

    test("the fourth week: another manager, and help from far back", async ({ visitor }) => {
      const visit = visits(visitor);
      await month.wakeUp("2028-02-21");
      await month.assign("hana", "fatima", "nils");
      await expect(month.approve("mara", { fatima: feb(7) })).rejects.toThrow("403");
      await month.approve("mara", { amelie: feb(14, 15, 17, 18) });
      await month.approve("mara", { darya: feb(10, 11, 12) });
      await month.reject("mara", "darya", feb(18), NO_PILES);
      await month.everybodyRecords();

      await month.wakeUp("2028-02-22");
      await month.record("darya", "2028-02-18", 4, "Сметы для нового причала, без свай");
      await visit("nils", "/manager/resubmission-notifications", async (page) => {
        // They came to Mara, and have moved with Fatima.
        await expectBadge(page, 4);
        await expect(page.getByRole("article").filter({ hasText: "Pending Review" })).toHaveCount(4);
        await expect(page.getByRole("article").filter({ hasText: TOO_LONG })).toHaveCount(4);
        await page.goto(`${month.address}/manager/team-timesheets?range=waiting`);
        const week = card(page, "Fatima Zahra", W5);
        await expect(week).toContainText("32.5 h");
        await decide(page, "approve", button(week, "Approve Week"));
        await expectBadge(page, 0);
      });
      await month.everybodyRecords();

      await month.wakeUp("2028-02-23");
      await expect(month.unlock("hana", "vasilis", "2028-02-10")).rejects.toThrow(TOO_FAR(2));
      await month.unlock("admin", "vasilis", "2028-02-10");
      await month.record("vasilis", "2028-02-10", 9, "Inspection of crane 2");
      await month.everybodyRecords();
      await month.passes("2028-02-24");
      await month.passes("2028-02-25");
      await month.passes("2028-02-26");
      await month.passes("2028-02-27");
    });

    test("the last Monday: what waits is seen, and two days stay open", async ({ visitor }) => {
      await month.wakeUp("2028-02-28");
      await visits(visitor)("mara", "/manager", async (page) => {
        // Nobody has recorded today. Waiting: Amélie 5, Βασίλης 7, Chloé 11 (the 24th among them), Emil 3, Дарья 9.
        const tiles = { "Team Members": 4, "Entries to Approve": 35, Resubmissions: 2, "Absent Today": 4 };
        await expectTiles(page, tiles);
        await page.goto(`${month.address}/manager/team-timesheets?range=last-week`);
        const week = card(page, "Amélie Dubois", "February 21");
        await decide(page, "approve", button(week, "Approve Week"));
        await expect(week.locator("header [data-status]")).toHaveText("Approved");
        await expect(button(week, "Approve Week")).toBeDisabled();
      });
      await month.reject("mara", "chloe", feb(24), TOO_THIN);
      await month.unlock("admin", "vasilis", "2028-02-22");
      await month.unlock("mara", "chloe", "2028-02-26");
      await month.everybodyRecords();
      await month.wakeUp("2028-02-29");
    });

    test("employees: each calendar, dashboard and notice is right", async ({ visitor }) => {
      await reckoning.ofEmployees(month, visits(visitor));
    });

    test("managers: weeks, resubmissions and reports are right", async ({ visitor }) => {
      await reckoning.ofManagers(month, visits(visitor));
    });

    test("HR: counts, calendars, files, the summary and its PDF are right", async ({ visitor }) => {
      await reckoning.ofHr(month, visits(visitor));
    });

    test("the administrator: the figures are right", async ({ visitor }) => {
      await reckoning.ofAdmin(month, visits(visitor));
    });

    test("mails: each came once", () => {
      reckoning.ofMails(month);
    });

    test("the next morning nothing has moved", async ({ visitor }) => {
      await month.wakeUp("2028-03-01");
      await reckoning.afterwards(visits(visitor));
    });

    test("payroll gets a file of the month, which is closed from then on", async ({ visitor }) => {
      const pending = (...people: readonly Employee[]) =>
        Object.fromEntries(people.map((who) => [who, pendingOf(FEBRUARY, who)]));
      await month.approve("mara", pending("amelie", "vasilis", "chloe", "emil", "darya"));
      const items = [{ userId: month.id("vasilis"), dates: feb(17, 21) }];
      const note = "He was ill, and had nobody to write to";
      await month.tell("hana", "POST", "/api/months/2028-02/accept", { items, note });
      const visit = visits(visitor);
      await visit("hana", "/hr/payroll?month=2028-02", (page) =>
        closeForPayroll(page, FEBRUARY, FEBRUARY_PAYROLL),
      );
      await expect(month.approve("nils", { fatima: feb(28) })).rejects.toThrow(CLOSED);
      await expect(month.unlock("admin", "vasilis", "2028-02-21")).rejects.toThrow(CLOSED);
      await visit("amelie", "/employee/timesheet?date=2028-02-25", async (page) => {
        await expect(main(page)).toContainText("Revision 1, closed on March 1, 2028");
        // Working days, approved, leave, absent, payable.
        const statement = page.getByRole("table", { name: "Monthly Statements" }).getByRole("row").nth(1);
        await expect(statement.locator("th, td").filter({ hasText: /^(February 2028|[\d.]+)$/ })).toHaveText([
          "February 2028",
          "19",
          "17",
          "0",
          "2",
          "17",
        ]);
        await picture(page, "month-7-statement");
      });
    });
  });
}
