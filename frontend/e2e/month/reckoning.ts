/** The last day: what every screen, file and mail says, beside what was computed by hand. */
import type { Page } from "@playwright/test";
import { expect, picture, settled } from "../fixtures";
import { ENTRIES, JANUARY, PICTURES, TOO_THIN } from "./entries";
import { FIGURES, NOTICES, W5, W6, W7, W8, W9, WHY } from "./figures";
import type { Month } from "./month";
import { expectFile, expectPaper } from "./papers";
import { BY_NAME, type Employee, nameOf, PEOPLE } from "./people";
import { button, day, expectBadge, expectTiles, main, message, type Visit } from "./screens";

const STATUS = {
  a: "approved",
  p: "pending",
  r: "rejected",
  u: "unlocked",
  h: "holiday",
  w: "weekend",
  f: "frozen",
  l: "past",
  b: "before-joining",
} as const;

/** The grid of February, day by day, with the hours on it and the sum below. */
async function expectMonth(page: Page, who: Employee): Promise<void> {
  const letters = [...PICTURES[who].replaceAll(" ", "")] as (keyof typeof STATUS)[];
  const entries = new Map(ENTRIES[who].map((entry) => [entry[0], entry]));
  const days = letters.map((letter, index) => {
    const date = `2028-02-${String(index + 1).padStart(2, "0")}`;
    const entry = entries.get(date);
    return `${date} ${STATUS[letter]}${entry ? ` ${entry[2]}h` : ""}`;
  });
  expect(days).toHaveLength(29);
  const shown = () =>
    page
      .getByRole("grid")
      .locator("[data-date]")
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const texts = [...cell.querySelectorAll("span")].map((span) => span.textContent ?? "");
          const hours = texts.find((text) => /^[\d.]+h$/.test(text));
          const data = (cell as HTMLElement).dataset;
          return `${data.date} ${data.status}${hours ? ` ${hours}` : ""}`;
        }),
      );
  await expect.poll(shown, { message: `the month of ${who}` }).toEqual(days);

  const { hours, approved, pending, rejected } = FIGURES[who];
  await expect(main(page).getByText("Recorded this month").locator("..")).toHaveText(
    `Recorded this month ${hours} h`,
  );
  const counts = [
    [approved, "Approved"],
    [pending, "Pending"],
    [rejected, "Rejected"],
  ] as const;
  const foot = main(page).getByText("Recorded this month").locator("../..").getByRole("listitem");
  await expect(foot).toHaveText(
    counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
  );
}

export async function ofEmployees(month: Month, visit: Visit): Promise<void> {
  for (const who of ["amelie", "vasilis", "chloe", "fatima", "darya"] as const) {
    const { hours, approved, pending, weeks } = FIGURES[who];
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
      await expectMonth(page, who);
      for (const [date, sentence] of WHY[who]) {
        await day(page, date).click();
        await expect(page.getByRole("region", { name: "Entry of the chosen day" })).toContainText(sentence);
      }

      await page.goto(`${month.address}/employee/notifications`);
      await settled(page);
      await expectBadge(page, NOTICES[who].length);
      const articles = main(page).getByRole("article");
      await expect(articles.locator("h2")).toHaveText([W9, W8, W7, W6, W5].filter((week) => week in weeks));
      for (const [week, [status, sum]] of Object.entries(weeks)) {
        const article = main(page).getByRole("article", { name: week });
        await expect(article.locator("header [data-status]")).toHaveText(status);
        await expect(article.locator("header")).toContainText(`Total ${sum} h`);
      }
      const news = page.getByRole("region", { name: "What happened" });
      const older = news.getByRole("button", { name: "Show older" });
      if (NOTICES[who].length > 8) await older.click();
      await expect(news.getByRole("listitem")).toContainText(NOTICES[who].map(([title]) => title));
      await expect(news.getByRole("listitem")).toContainText(NOTICES[who].map(([, body]) => body));
      await picture(page, `month-2-${who}`);
    });
  }
}

/** The table of a report, in its order, and the tiles over it. */
async function expectReport(page: Page, people: readonly Employee[], good: number): Promise<void> {
  const rows = main(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(people.length);
  for (const [index, who] of people.entries()) {
    const { workingDays, present, rate, rating } = FIGURES[who];
    const cells = [nameOf(who), PEOPLE[who].id, String(workingDays), String(present), `${rate}%`, rating];
    await expect(rows.nth(index).locator("th, td")).toHaveText(cells);
  }
  await expectTiles(page, {
    "Total Employees": people.length,
    "Good Attendance": good,
    "Needs Attention": people.length - good,
  });
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

const weekOf = (who: Employee, week: string) => FIGURES[who].weeks[week] ?? ["", ""];

async function expectCards(page: Page, expected: readonly (readonly [Employee, string])[]): Promise<void> {
  const cards = main(page).getByRole("article");
  await expect(cards).toHaveCount(expected.length);
  const said = expected.map(([who, week]) => {
    const [status, hours] = weekOf(who, week);
    return `${nameOf(who)} ${PEOPLE[who].id}${week}${status}Total ${hours} h`;
  });
  await expect(cards.locator("header")).toHaveText(said);
}

export async function ofManagers(month: Month, visit: Visit): Promise<void> {
  await visit("mara", "/manager", async (page) => {
    await expectBadge(page, 2);
    // Amélie 1, Βασίλης 8, Chloé 11, Emil 3, Дарья 10; today is a holiday.
    const tiles = { "Team Members": 4, "Entries to Approve": 33, Resubmissions: 2, "Absent Today": 0 };
    await expectTiles(page, tiles);
    const weeks = page.getByRole("region", { name: "Weeks Waiting for Approval" }).getByRole("listitem");
    const said = WAITING.map(([who, week]) => {
      const [status, hours] = weekOf(who, week);
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
    await expectCards(page, all.slice(0, 20));
    await page.goto(`${approvals}?range=this-month&size=20&page=2`);
    await expectCards(page, all.slice(20));
    await page.goto(`${approvals}?range=this-month&status=rejected`);
    await expectCards(page, [["chloe", W8]]);
    const rejected = main(page).getByRole("article").getByRole("listitem").filter({ hasText: "Feb 24" });
    await expect(rejected).toContainText("Rejected");
    await button(main(page).getByRole("article"), "View Weekly Tasks").click();
    const tasks = page.getByRole("dialog", { name: "Weekly Tasks" });
    await expect(tasks.locator("dt + dd")).toHaveText(["9 h", "9 h", "9 h", "9 h", "9 h", "–", "–", "45 h"]);
    await expect(tasks).toContainText(TOO_THIN);
    await page.goto(`${approvals}?range=waiting&size=20`);
    await expectCards(page, WAITING);

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
    await expectReport(page, TEAM, 3);
    await expectPaper(page, "Team of Mara Lind", TEAM, 3);
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
    await expectReport(page, ["fatima"], 0);
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
      await expectMonth(page, who);
      await expectFile(page, who);
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
    await expectReport(page, BY_NAME, 3);
    await picture(page, "month-4-report");
    await expectPaper(page, "All employees", BY_NAME, 3);
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
    await expectReport(page, BY_NAME, 3);
    await expectPaper(page, "All employees", BY_NAME, 3);
  });
  await visit("amelie", "/employee", async (page) => {
    await expectTiles(page, { "Hours This Month": "0.0 h", Pending: 0, Approved: 0, "Upcoming Holidays": 1 });
  });
  await visit("mara", "/manager", async (page) => {
    // A working day on which nobody has recorded yet, and everything waits from before this month.
    await expectTiles(page, { "Team Members": 4, "Entries to Approve": 33, "Absent Today": 4 });
    await expect(
      main(page).getByRole("link", { name: "33 entries wait from before this month" }),
    ).toBeVisible();
  });
}
