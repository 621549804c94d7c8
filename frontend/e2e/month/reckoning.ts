/** The last day: what every screen, file and mail says, beside what was computed by hand. */
import { expect, picture, settled } from "../fixtures";
import { ENTRIES, JANUARY, TOO_THIN } from "./entries";
import { FEBRUARY } from "./february";
import { FIGURES, W5, W6, W7, W8, W9 } from "./figures";
import type { Month } from "./month";
import { expectCards, expectMonth, expectNews, expectReasons, expectReport, expectWeeks } from "./pages";
import { expectFile, expectPaper } from "./papers";
import { BY_NAME, nameOf, PEOPLE } from "./people";
import { button, day, expectBadge, expectTiles, main, message, type Visit } from "./screens";

export async function ofEmployees(month: Month, visit: Visit): Promise<void> {
  for (const who of ["amelie", "vasilis", "chloe", "fatima", "darya"] as const) {
    const { hours, approved, pending } = FIGURES[who];
    await visit(who, "/employee", async (page) => {
      await expectTiles(page, {
        "Hours This Month": `${Number(hours).toFixed(1)} h`,
        Pending: pending,
        Approved: approved,
        // The leap day is today; Founders' Day comes again within a year, the leap day does not.
        "Upcoming Holidays": 2,
      });
      const upcoming = page.getByRole("region", { name: "Upcoming Holidays" }).getByRole("listitem");
      await expect(upcoming).toHaveText([
        "Leap DayTuesday, February 29, 2028",
        "Founders' DayMonday, February 12, 2029",
      ]);
      const newest = ENTRIES[who].slice(-5).reverse();
      const recent = page.getByRole("region", { name: "Recent Timesheets" }).getByRole("listitem");
      await expect(recent.locator("time")).toHaveText(
        newest.map(([date, weekday]) => `${weekday.slice(0, 3)}, Feb ${Number(date.slice(8))}`),
      );
      await expect(recent).toContainText(newest.map(([, , count]) => `${count} h`));
      await expect(recent.locator("[data-status]")).toHaveText(
        newest.map(([, , , status]) => new RegExp(status, "i")),
      );

      await page.goto(`${month.address}/employee/timesheet`);
      await expectMonth(page, FEBRUARY, who);
      await expectReasons(page, FEBRUARY, who);

      await page.goto(`${month.address}/employee/notifications`);
      await settled(page);
      await expectBadge(page, FEBRUARY.notices[who]?.length ?? 0);
      await expectWeeks(page, FEBRUARY, who);
      await expectNews(page, FEBRUARY, who);
      await picture(page, `month-2-${who}`);
    });
  }
}

const TEAM = ["amelie", "chloe", "emil", "vasilis", "darya"] as const;
/** What waits, the oldest week first. */
const WAITING = [
  ["chloe", W5],
  ["vasilis", W6],
  ["chloe", W7],
  ["emil", W7],
  ["vasilis", W7],
  ["darya", W7],
  ["chloe", W8],
  ["vasilis", W8],
  ["darya", W8],
  ["amelie", W9],
  ["chloe", W9],
  ["vasilis", W9],
  ["darya", W9],
] as const;

export async function ofManagers(month: Month, visit: Visit): Promise<void> {
  await visit("mara", "/manager", async (page) => {
    await expectBadge(page, 2);
    // Amélie 1, Βασίλης 8, Chloé 11, Emil 3, Дарья 10; today is a holiday.
    const tiles = { "Team Members": 4, "Entries to Approve": 33, Resubmissions: 2, "Absent Today": 0 };
    await expectTiles(page, tiles);
    const weeks = page.getByRole("region", { name: "Weeks Waiting for Approval" }).getByRole("listitem");
    const said = WAITING.map(([who, week]) => {
      const [status, hours] = FIGURES[who].weeks[week] ?? ["", ""];
      return { week, row: `${nameOf(who)}${week}${status}${hours} h` };
    });
    await expect(weeks).toHaveCount(said.length);
    // The oldest week first; who comes first within one is not said.
    for (const [index, { week }] of said.entries()) await expect(weeks.nth(index)).toContainText(week);
    expect((await weeks.allTextContents()).sort()).toEqual(said.map(({ row }) => row).sort());

    const approvals = `${month.address}/manager/team-timesheets`;
    await page.goto(`${approvals}?range=this-month&size=20`);
    const all = [W9, W8, W7, W6, W5].flatMap((week) =>
      TEAM.filter((who) => week in FIGURES[who].weeks).map((who) => [who, week] as const),
    );
    await expect(main(page).getByText("Showing 1-20 of 22")).toBeVisible();
    await expectCards(page, FEBRUARY, all.slice(0, 20));
    await page.goto(`${approvals}?range=this-month&size=20&page=2`);
    await expectCards(page, FEBRUARY, all.slice(20));
    await page.goto(`${approvals}?range=this-month&status=rejected`);
    await expectCards(page, FEBRUARY, [["chloe", W8]]);
    const rejected = main(page).getByRole("article").getByRole("listitem").filter({ hasText: "Feb 24" });
    await expect(rejected).toContainText("Rejected");
    await button(main(page).getByRole("article"), "View Weekly Tasks").click();
    const tasks = page.getByRole("dialog", { name: "Weekly Tasks" });
    await expect(tasks.locator("dt + dd")).toHaveText(["9 h", "9 h", "9 h", "9 h", "9 h", "–", "–", "45 h"]);
    await expect(tasks).toContainText(TOO_THIN);
    await page.goto(`${approvals}?range=waiting&size=20`);
    await expectCards(page, FEBRUARY, WAITING);

    await page.goto(`${month.address}/manager/resubmission-notifications`);
    await settled(page);
    for (const [name, date, state, before, after] of [
      ["Дарья Орлова", "Friday, February 18, 2028", "Pending Review", "3.5 h", "4 h"],
      ["Chloé Nguyễn", "Friday, February 4, 2028", "Pending Review", "9 h", "7.5 h"],
      ["Chloé Nguyễn", "Thursday, February 3, 2028", "Viewed", "9 h", "8 h"],
    ] as const) {
      const item = main(page).getByRole("article").filter({ hasText: date });
      await expect(item).toContainText(name);
      await expect(item.locator("header [data-status]")).toHaveText(state);
      await expect(item.locator("del").first()).toContainText(before);
      await expect(item.locator("ins").first()).toContainText(after);
    }
    await expect(main(page).getByRole("article")).toHaveCount(3);

    await page.goto(`${month.address}/manager/reports`);
    await expectReport(page, FEBRUARY, TEAM, 3);
    await expectPaper(page, FEBRUARY, "Team of Mara Lind", TEAM, 3);
    await picture(page, "month-3-team");
  });

  await visit("nils", "/manager", async (page) => {
    await expectBadge(page, 0);
    await expectTiles(page, {
      "Team Members": 1,
      "Entries to Approve": 10,
      Resubmissions: 0,
      "Absent Today": 0,
    });
    await page.goto(`${month.address}/manager/reports`);
    await expectReport(page, FEBRUARY, ["fatima"], 0);
  });
}

export async function ofHr(month: Month, visit: Visit): Promise<void> {
  await visit("hana", "/hr", async (page) => {
    // Emil is gone; Chloé, Fatima and Дарья joined within thirty days; of too few people no rate is said.
    await expectTiles(page, {
      "Total Employees": 5,
      "New Hires": 3,
      "Turnover Rate": "–",
      "Employees Without a Manager": 0,
    });

    await page.goto(`${month.address}/hr/employees`);
    await expect(page.getByRole("region", { name: "Employees" })).toContainText("6 records");
    await expect(page.getByRole("region", { name: "Managers" })).toContainText("2 records");
    await page.goto(`${month.address}/directory`);
    // Emil is not in it: nine people, of whom five are employees and two HR and the administrator.
    await expectTiles(page, { "Total Team": 9, Management: 2, "Active Today": 5 });
    await page.goto(`${month.address}/hr/holidays`);
    await expect(main(page).getByText("3 holidays", { exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Upcoming" }).getByRole("listitem")).toHaveText([
      "Leap DaytodayTue, Feb 29",
      "Founders' Dayin 349 daysMon, Feb 12",
    ]);
    await page.goto(`${month.address}/hr/holidays?year=2029`);
    await expect(main(page).getByText("1 holiday", { exact: true })).toBeVisible();

    await page.goto(`${month.address}/hr/user-timesheets`);
    await expect(main(page).locator("dl").first()).toHaveText("Total Employees6");
    for (const who of BY_NAME) {
      const { pending, approvedInAll, rejected } = FIGURES[who];
      const row = main(page).getByRole("row").filter({ hasText: PEOPLE[who].id });
      const counts = [`${pending} Pending`, `${approvedInAll} Approved`, `${rejected} Rejected`];
      await expect(row.locator("td [data-status]")).toHaveText(counts);
    }

    for (const who of BY_NAME) {
      await page.goto(`${month.address}/user-timesheets/${month.id(who)}`);
      await expect(
        page.getByRole("heading", { name: `Timesheet Calendar (${FIGURES[who].entries} entries)` }),
      ).toBeVisible();
      await expectMonth(page, FEBRUARY, who);
      await expectFile(page, FEBRUARY, who);
      if (JANUARY[who]) {
        await page.getByLabel("Month").selectOption("January");
        await expect(page.getByRole("heading", { name: "Timesheet Calendar (1 entries)" })).toBeVisible();
        await expect(day(page, "2028-01-31")).toHaveAttribute("data-status", JANUARY[who][3]);
      }
    }
    await page.goto(`${month.address}/user-timesheets/${month.id("chloe")}?date=2028-02-24`);
    await expect(
      page.getByRole("region", { name: "Timesheet for Thursday, February 24, 2028" }),
    ).toContainText(TOO_THIN);

    await page.goto(`${month.address}/hr/reports`);
    await expectReport(page, FEBRUARY, BY_NAME, 3);
    await picture(page, "month-4-report");
    await expectPaper(page, FEBRUARY, "All employees", BY_NAME, 3);
    await expect(message(page, "Attendance report downloaded")).toBeVisible();
  });
}

export async function ofAdmin(month: Month, visit: Visit): Promise<void> {
  await visit("admin", "/admin", async (page) => {
    // One of them has left, and keeps an account.
    await expectTiles(page, {
      "Total Users": 10,
      Employees: 6,
      "HR Users": 1,
      "Employees Without a Manager": 0,
    });
    const missing = page.getByRole("region", { name: "Employees with Missing Timesheets" });
    await expect(missing.getByRole("listitem")).toHaveText([
      "Fatima ZahraEMP10092 days, last Feb 24",
      "Βασίλης ΠέτρουEMP10063 days, last Feb 21",
    ]);
    // 95 entries of February and two of January.
    const activity = page.getByRole("region", { name: "Recent Timesheet Activity" });
    await expect(activity).toContainText("Page 1 of 20");
    await expect(activity.getByRole("listitem")).toHaveText([
      "Дарья ОрловаEMP1010Mon, Feb 289 h",
      "Βασίλης ΠέτρουEMP1006Mon, Feb 289 h",
      "Fatima ZahraEMP1009Mon, Feb 289 h",
      "Chloé NguyễnEMP1007Mon, Feb 289 h",
      "Amélie DuboisEMP1005Mon, Feb 289 h",
    ]);
    await page.goto(`${month.address}/admin?activity=20`);
    await expect(activity.getByRole("listitem")).toHaveCount(2);
    await expect(activity.getByRole("listitem").last()).toHaveText("Amélie DuboisEMP1005Mon, Jan 319 h");
  });
}

/** The days that every mail about frozen days names, and how many of each other kind came. */
export function ofMails(month: Month): void {
  const frozen = {
    amelie: [],
    vasilis: [["2028-01-31"], ["2028-02-10"], ["2028-02-17"], ["2028-02-21", "2028-02-22"]],
    chloe: [],
    emil: [["2028-02-08"]],
    fatima: [["2028-02-14"], ["2028-02-24"]],
    darya: [],
  };
  const rejections = { amelie: 0, vasilis: 0, chloe: 2, emil: 0, fatima: 1, darya: 1 };
  // With that of the new account, and of the block and its end.
  const inAll = { amelie: 1, vasilis: 5, chloe: 3, emil: 2, fatima: 6, darya: 2 };
  for (const who of BY_NAME) {
    expect(month.frozenMails(who), who).toEqual(frozen[who]);
    expect(month.rejections(who), who).toBe(rejections[who]);
    // The evening's reminders, and what a digest tells, have tests of their own.
    const asked = month.mailbox
      .to(PEOPLE[who].email)
      .filter(({ subject }) => !/ is open$|^News in /.test(subject));
    expect(asked, who).toHaveLength(inAll[who]);
  }
}

/** March begins: February stays what it was, though today is another month. */
export async function afterwards(visit: Visit): Promise<void> {
  await visit("hana", "/hr/reports?month=2028-02", async (page) => {
    await expectReport(page, FEBRUARY, BY_NAME, 3);
    await expectPaper(page, FEBRUARY, "All employees", BY_NAME, 3);
  });
  await visit("amelie", "/employee", async (page) => {
    await expectTiles(page, { "Hours This Month": "0.0 h", Pending: 0, Approved: 0, "Upcoming Holidays": 1 });
  });
  await visit("mara", "/manager", async (page) => {
    // A working day on which nobody has recorded yet, and everything waits from before this month.
    await expectTiles(page, { "Team Members": 4, "Entries to Approve": 33, "Absent Today": 4 });
    await expect(
      main(page).getByRole("link", { name: "33 entries from before this month are waiting" }),
    ).toBeVisible();
  });
}
