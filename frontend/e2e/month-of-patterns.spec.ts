/**
 * A second month in the life of the team, May 2028, in which not everybody works alike: one of four works Tuesday to Saturday, one is
 * a part-timer until the 21st, and in the middle of it the organisation shortens its day. The manager is away for a week and stood in
 * for, days are asked for and opened on request, and three rules change. What stands on the last day was worked out by hand
 * (month/may.ts).
 */
import { expect, type Person, picture, settled, test } from "./fixtures";
import { type Crew, M1, M2, M3, M4, M5, MAY, WHICH_BUOY } from "./month/may";
import { Month } from "./month/month";
import {
  expectCards,
  expectMonth,
  expectNews,
  expectReasons,
  expectReport,
  expectWeeks,
} from "./month/pages";
import { expectFile, expectPaper } from "./month/papers";
import { closeForPayroll, MAY_PAYROLL, pendingOf } from "./month/payroll";
import { nameOf, PEOPLE } from "./month/people";
import { button, card, decide, expectBadge, expectTiles, message, visitsTo } from "./month/screens";

const may = (...days: readonly number[]) => days.map((one) => `2028-05-${String(one).padStart(2, "0")}`);

const DAY_OFF = "This is not one of your working days. Contact Admin/HR/Manager if you worked.";
const HOLIDAY = "This date is a holiday. Contact Admin/HR/Manager if you worked.";
const TOO_LATE = "This rejected timesheet requires approval to unlock. Please contact your manager.";
const TOO_FAR = (days: number) => `403 You can only unlock timesheets up to ${days} day(s) back`;
const NOT_MINE = "403 You can only do this for your team members";

const TUESDAY_TO_SATURDAY = { workingDays: [2, 3, 4, 5, 6], fullDayHours: 8, halfDayHours: 4 };
const TUESDAY_TO_FRIDAY = { workingDays: [2, 3, 4, 5], fullDayHours: 6, halfDayHours: 3 };

/** Whom the month is about, with the two managers. */
const CREW = ["amelie", "vasilis", "chloe", "emil"] as const;

for (const database of ["SQLite", "PostgreSQL"] as const) {
  const tag = database === "PostgreSQL" ? ["@long"] : [];
  test.describe(`May 2028 on ${database}`, { tag }, () => {
    test.describe.configure({ mode: "serial" });
    let month: Month;
    const visits = (visitor: (device: object) => Promise<Person>) => visitsTo(month, () => visitor({}));

    /** Working days of one's own, or the organisation's again. */
    const works = async (who: Crew, from: string, pattern: object | null) => {
      const userId = month.id(who);
      const { version } = await month.ask<{ version: number }>("hana", `/api/work-patterns?userId=${userId}`);
      await month.tell("hana", "PUT", "/api/work-patterns", { userId, from, pattern, version });
    };
    const asks = (who: Crew, requestedDate: string, reason: string) =>
      month.tell(who, "POST", "/api/timesheet-unlock/request", { requestedDate, reason });
    /** Opens the day that waits for them, the only one. */
    const opens = async (by: "mara" | "nils", who: Crew) => {
      const { requests } = await month.ask<{ requests: { _id: string; employee: { _id: string } }[] }>(
        by,
        "/api/timesheet-unlock/requests",
      );
      expect(requests.map(({ employee }) => employee._id)).toEqual([month.id(who)]);
      await month.tell(by, "POST", `/api/timesheet-unlock/requests/${requests[0]?._id}/approve`, {});
    };
    const letters = (who: keyof typeof PEOPLE, subject: RegExp) =>
      month.mailbox.to(PEOPLE[who].email).filter((letter) => subject.test(letter.subject));

    test.beforeAll(async () => {
      month = await Month.begin(database, MAY);
    });
    test.afterAll(() => month?.end());

    test("the people, their working days and the holidays are entered", async () => {
      await month.wakeUp("2028-04-30");
      await month.register("admin", "hana");
      for (const who of ["mara", "nils", ...CREW] as const) await month.register("hana", who);
      for (const who of CREW) await month.assign("hana", who, "mara");
      for (const [who, salary, from] of MAY_PAYROLL.salaries) await month.pays("hana", who, salary, from);
      await works("vasilis", "2028-05-01", TUESDAY_TO_SATURDAY);
      await works("chloe", "2028-05-01", TUESDAY_TO_FRIDAY);
      for (const [date, name] of [
        ["2028-05-13", "Regatta"],
        ["2028-05-25", "Harbour Day"],
      ])
        await month.tell("hana", "POST", "/api/holidays", { date, name, isRecurring: false });
    });

    test("the first week: each on their own days, and one day is asked for", async () => {
      await month.wakeUp("2028-05-01");
      await expect(month.record("vasilis", "2028-05-01", 8)).rejects.toThrow(`403 ${DAY_OFF}`);
      await month.everybodyRecords();
      for (const date of may(2, 3)) await month.passes(date);
      await month.passes("2028-05-04");
      await asks("emil", "2028-05-03", "Was out at the green buoy until dark");
      for (const date of may(5, 6)) await month.passes(date);
    });

    test("the second week: the request is granted when the window is over, and the day gets shorter", async ({
      visitor,
    }) => {
      await month.wakeUp("2028-05-08");
      await expect(month.unlock("mara", "emil", "2028-05-03")).rejects.toThrow(TOO_FAR(1));
      await month.approve("mara", { amelie: may(1, 2, 3, 4, 5), vasilis: may(2, 3, 4, 5, 6) });
      await month.approve("mara", { chloe: may(2, 3, 4, 5), emil: may(1, 2, 4, 5) });
      await opens("mara", "emil");
      await month.record("emil", "2028-05-03", 9);
      await month.everybodyRecords();
      await month.passes("2028-05-09");

      await month.wakeUp("2028-05-10");
      await visits(visitor)("hana", "/hr/settings", async (page) => {
        const time = page.getByRole("region", { name: "Working Time" });
        await button(time, "Change Pattern").click();
        await page.getByLabel("From", { exact: true }).fill("2028-05-15");
        await page.getByLabel("Full Day").fill("8");
        await page.getByLabel("Half Day").fill("4");
        await button(page, "Save").click();
        await expect(message(page, "Work pattern saved")).toBeVisible();
        // That of today still holds.
        await expect(time).toContainText("Monday to Friday, full day 9 h, half day 5 h");
        await expect(time.getByRole("row", { name: /May 15, 2028/ })).toContainText("8 h");
      });
      const [substituteId, from, to] = [month.id("nils"), "2028-05-15", "2028-05-19"];
      await month.tell("mara", "POST", "/api/substitutions", { substituteId, from, to, reason: "Sailing" });
      await month.everybodyRecords();
      await month.passes("2028-05-11");
      await month.wakeUp("2028-05-12");
      await month.unlock("mara", "amelie", "2028-05-11");
      await month.record("amelie", "2028-05-11", 9);
      await month.everybodyRecords();
      await month.wakeUp("2028-05-13");
      // One of his working days, but a holiday.
      await expect(month.record("vasilis", "2028-05-13", 8)).rejects.toThrow(`403 ${HOLIDAY}`);
      await expect(month.approve("nils", { amelie: may(8) })).rejects.toThrow("403");
    });

    test("the third week: another manager stands in, and a rule changes", async ({ visitor }) => {
      const visit = visits(visitor);
      await month.wakeUp("2028-05-15");
      await test.step("both are told in the morning what waits", async () => {
        for (const who of ["mara", "nils"] as const) {
          const digest = () => letters(who, /^What waits for you in Harbour Works$/).at(-1)?.text ?? "";
          // Amélie 5, Chloé 3, Emil 6 and Βασίλης 4.
          await expect.poll(digest).toContain("18 entries wait for your approval, the oldest of 2028-05-03.");
          expect(digest()).toContain("Missing days: Chloé Nguyễn");
        }
      });
      await visit("nils", "/manager/team-timesheets?range=waiting", async (page) => {
        await expect(page.getByText("You are standing in for Mara Lind until May 19, 2028.")).toBeVisible();
        const week = card(page, "Amélie Dubois", M2);
        await expect(week).toContainText("for Mara Lind");
        await decide(page, "approve", button(week, "Approve Week"));
        await expect(week).toHaveCount(0);
        await picture(page, "may-1-stand-in");
      });
      await month.reject("nils", "emil", may(9), WHICH_BUOY);
      await month.everybodyRecords();

      await month.wakeUp("2028-05-16");
      // One working day back is Monday for Emil, and Friday for Chloé.
      await expect(month.unlock("nils", "emil", "2028-05-12")).rejects.toThrow(TOO_FAR(1));
      await month.unlock("nils", "chloe", "2028-05-12");
      await month.approve("mara", { chloe: may(9, 10, 11) });
      await month.record("chloe", "2028-05-12", 6);
      await month.approve("nils", { vasilis: may(9, 10, 11, 12), emil: may(3, 8, 10, 11, 12) });
      await month.everybodyRecords();

      await month.wakeUp("2028-05-17");
      await visit("hana", "/hr/settings", async (page) => {
        await button(page, "Edit: Days to correct a rejected day").click();
        await page.getByLabel("Days to correct a rejected day").fill("3");
        await button(page, "Save").click();
        await expect(message(page, "Setting saved")).toBeVisible();
      });
      await month.everybodyRecords();
      await month.passes("2028-05-18");

      await month.wakeUp("2028-05-19");
      // Of seven days this would be the fourth.
      await expect(month.record("emil", "2028-05-09", 9)).rejects.toThrow(`403 ${TOO_LATE}`);
      await asks("vasilis", "2028-05-18", "The network was down");
      await opens("nils", "vasilis");
      await month.record("vasilis", "2028-05-18", 8);
      await works("chloe", "2028-05-22", null);
      await month.everybodyRecords();
      await month.wakeUp("2028-05-20");
      await expect(month.approve("nils", { vasilis: may(16) })).rejects.toThrow(NOT_MINE);
      await month.everybodyRecords();
    });

    test("the fourth week: managers reach further back, and somebody works on a holiday", async () => {
      await month.wakeUp("2028-05-22");
      await month.approve("mara", { amelie: may(15, 16, 17, 18, 19) });
      await month.approve("mara", { vasilis: may(16, 17, 18, 19, 20) });
      await month.everybodyRecords();
      await month.passes("2028-05-23");
      await month.wakeUp("2028-05-24");
      await expect(month.unlock("mara", "emil", "2028-05-22")).rejects.toThrow(TOO_FAR(1));
      await month.tell("hana", "PUT", "/api/settings/unlock.managerDays", { value: 2, version: 0 });
      await month.unlock("mara", "emil", "2028-05-22");
      await month.record("emil", "2028-05-22", 8);
      await month.everybodyRecords();
      await month.wakeUp("2028-05-25");
      await month.wakeUp("2028-05-26");
      await month.unlock("mara", "vasilis", "2028-05-25");
      await month.record("vasilis", "2028-05-25", 8);
      await month.everybodyRecords();
      for (const date of may(27, 29, 30, 31)) await month.passes(date);
    });

    test("employees: calendar, dashboard, weeks and notices follow each one's days", async ({ visitor }) => {
      const visit = visits(visitor);
      for (const who of CREW) {
        const { hours, pending, approved } = MAY.figures[who];
        await visit(who, "/employee", async (page) => {
          const sum = `${Number(hours).toFixed(1)} h`;
          await expectTiles(page, { "Hours This Month": sum, Pending: pending, Approved: approved });
          await page.goto(`${month.address}/employee/timesheet`);
          await expectMonth(page, MAY, who);
          await expectReasons(page, MAY, who);
          await page.goto(`${month.address}/employee/notifications`);
          await settled(page);
          await expectBadge(page, MAY.notices[who]?.length ?? 0);
          await expectWeeks(page, MAY, who);
          await expectNews(page, MAY, who);
          await picture(page, `may-2-${who}`);
        });
      }
    });

    test("the manager: what waits, and the report", async ({ visitor }) => {
      await visits(visitor)("mara", "/manager", async (page) => {
        const tiles = { "Team Members": 4, "Entries to Approve": 36, Resubmissions: 0, "Absent Today": 0 };
        await expectTiles(page, { ...tiles, "Unlock Requests": 0 });
        await page.goto(`${month.address}/manager/team-timesheets?range=waiting&size=20`);
        await expectCards(page, MAY, [
          ["chloe", M2],
          ["chloe", M3],
          ["emil", M3],
          ["amelie", M4],
          ["chloe", M4],
          ["emil", M4],
          ["vasilis", M4],
          ["amelie", M5],
          ["chloe", M5],
          ["emil", M5],
          ["vasilis", M5],
        ]);
        await page.goto(`${month.address}/manager/team-timesheets?range=this-month&status=approved&size=20`);
        await expect(card(page, nameOf("vasilis"), M1)).toContainText("33 h");
        await page.goto(`${month.address}/manager/reports`);
        await expectReport(page, MAY, MAY.people, 3);
        await expectPaper(page, MAY, "Team of Mara Lind", MAY.people, 3);
      });
    });

    test("HR: calendars, files and the summary are right, until May is rated by another figure", async ({
      visitor,
    }) => {
      await visits(visitor)("hana", "/hr/reports", async (page) => {
        await expectReport(page, MAY, MAY.people, 3);
        await expectPaper(page, MAY, "All employees", MAY.people, 3);
        for (const who of MAY.people) {
          await page.goto(`${month.address}/user-timesheets/${month.id(who)}`);
          await expectMonth(page, MAY, who);
          await expectFile(page, MAY, who);
        }
        await page.goto(`${month.address}/hr/settings`);
        await button(page, "Edit: Good attendance from").click();
        await page.getByRole("textbox", { name: "Good attendance from" }).fill("79");
        await button(page, "Save").click();
        await expect(message(page, "Setting saved")).toBeVisible();
        const emil = { ...MAY.figures.emil, rating: "Good" as const };
        const rated = { ...MAY, figures: { ...MAY.figures, emil } };
        await page.goto(`${month.address}/hr/reports`);
        await expectReport(page, rated, MAY.people, 4);
        await expectPaper(page, rated, "All employees", MAY.people, 4);
      });
    });

    test("mails: each came once", () => {
      const frozen = {
        amelie: [["2028-05-11"]],
        chloe: [["2028-05-12"]],
        emil: [["2028-05-03"], ["2028-05-22"], ["2028-05-26"]],
        vasilis: [["2028-05-18"]],
      };
      // With that of the new account, of what became of a request, and of the rejection.
      const inAll = { amelie: 2, chloe: 2, emil: 6, vasilis: 3 };
      for (const who of CREW) {
        expect(month.frozenMails(who), who).toEqual(frozen[who]);
        expect(letters(who, /(?<! is open)$/), who).toHaveLength(inAll[who]);
      }
      expect(letters("emil", /rejected$/)[0]?.text).toContain("Nils Öberg, for Mara Lind, has rejected");
      // A digest on each working day of the organisation on which something waits: 4 + 5 + 5 + 4 + 3, and 5 while standing in.
      const digests = /^What waits for you in Harbour Works$/;
      expect([letters("mara", digests).length, letters("nils", digests).length]).toEqual([21, 5]);
      expect(letters("hana", digests)).toHaveLength(0);
      const requests = [/^Emil Sørensen asks to unlock a day$/, /^Βασίλης Πέτρου asks to unlock a day$/];
      expect(requests.map((one) => letters("mara", one).length)).toEqual([1, 1]);
      expect(requests.map((one) => letters("nils", one).length)).toEqual([0, 1]);
      const named = /^Nils Öberg substitutes for Mara Lind from 2028-05-15 to 2028-05-19$/;
      expect([letters("mara", named).length, letters("nils", named).length]).toEqual([0, 1]);
    });

    test("the next morning payroll gets a file of the month", async ({ visitor }) => {
      await month.wakeUp("2028-06-01");
      await month.approve("mara", Object.fromEntries(CREW.map((who) => [who, pendingOf(MAY, who)])));
      await visits(visitor)("hana", "/hr/payroll?month=2028-05", (page) =>
        closeForPayroll(page, MAY, MAY_PAYROLL),
      );
    });
  });
}
