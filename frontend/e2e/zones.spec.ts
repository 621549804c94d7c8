/**
 * Whatever the clock, the zone and the language of a browser: the dates on its screens are the organisation's. Each night is lived
 * through on both sides of the organisation's midnight; how its days read and what is sent of them, zones-nights.ts has by hand.
 */
import type { Page } from "@playwright/test";
import { findEmployee } from "./directory-parts";
import { begin, expect, settled, test, type Who } from "./fixtures";
import { Portal } from "./portal";
import { type Day, NIGHTS, type Night } from "./zones-nights";

const HOLIDAY = "Harbour Day";
/** After so many milliseconds at most, an open page asks which day it is. */
const POLL = 30_000;

// Nobody's night is another's: as many go by at once as there are workers.
test.describe.configure({ mode: "parallel" });
const grid = (page: Page) => page.getByRole("grid");
const dayButton = (page: Page, { date }: Day) => grid(page).locator(`[data-date="${date}"]`);
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

/** Goes on as the menu leads there: what the page knows already, it keeps. */
async function goTo(page: Page, role: string, screen: RegExp): Promise<void> {
  await page
    .getByRole("navigation", { name: `${role} menu` })
    .getByRole("link", { name: screen })
    .click();
  await settled(page);
}

/** What is sent to that call while something is done. */
async function sentTo<Body>(page: Page, path: string, done: () => Promise<void>): Promise<Body> {
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(path));
  await done();
  return (await sent).postDataJSON() as Body;
}

/** The calendar rings that day and no other, and it stands under its weekday. */
async function expectToday(page: Page, today: Day): Promise<void> {
  const ringed = grid(page).getByRole("button", { name: /\bToday\b/ });
  await expect(ringed).toHaveAttribute("data-date", today.date);
  await expect(ringed).toContainText(today.long);
  await expectColumn(page, today);
}

async function expectColumn(page: Page, day: Day): Promise<void> {
  const cell = grid(page)
    .getByRole("gridcell")
    .filter({ has: page.locator(`[data-date="${day.date}"]`) });
  const column = await cell.evaluate((element) => (element as HTMLTableCellElement).cellIndex);
  const [weekday = ""] = day.long.split(",");
  await expect(grid(page).getByRole("columnheader").nth(column)).toContainText(weekday);
}

/** A date as it is read and as machines read it. */
async function expectTime(page: Page, text: string, date: string): Promise<void> {
  const time = page.getByRole("main").getByRole("time").filter({ hasText: text }).first();
  await expect(time).toHaveText(text);
  await expect(time).toHaveAttribute("datetime", date);
}

/** The days that HR may open for Emma, the latest first. */
async function expectOpenable(
  page: Page,
  today: Day,
  [earliest, count]: readonly [string, number],
): Promise<void> {
  await page.getByRole("combobox", { name: "Employee" }).fill("larsen");
  await page.getByRole("option", { name: /Emma Larsen/ }).click();
  const field = page.getByLabel("Date to unlock");
  await expect(field).toHaveAttribute("min", earliest);
  await expect(field).toHaveAttribute("max", today.date);
  const picks = page.getByRole("group", { name: "Days you can unlock", exact: true }).getByRole("button");
  await expect(picks).toHaveCount(count);
  await expect(picks.first()).toHaveAccessibleName(`${today.long}, today`);
  await expect(picks.first()).toContainText(today.medium);
}

async function expectUpcoming(page: Page, { holiday }: Night, away: string): Promise<void> {
  const upcoming = page.getByRole("region", { name: "Upcoming" });
  const soon = upcoming.getByRole("listitem").filter({ hasText: HOLIDAY });
  await expect(soon).toContainText(away);
  await expect(soon.getByRole("time")).toHaveText(holiday.medium);
  await expect(soon.getByRole("time")).toHaveAttribute("datetime", holiday.date);
}

async function expectMonth(page: Page, [month, year]: readonly [string, string]): Promise<void> {
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).locator("option:checked");
  await expect(chosen("Month")).toHaveText(month);
  await expect(chosen("Year")).toHaveText(year);
  // Neither a month nor a year to come can be chosen.
  await expect(page.getByLabel("Month", { exact: true }).getByRole("option").last()).toHaveText(month);
  await expect(page.getByLabel("Year", { exact: true }).getByRole("option").first()).toHaveText(year);
}

/** The browser writes a line whenever it cannot reach the portal, which is away for a moment at midnight; everything else counts. */
function forgive(complaints: string[]): void {
  const others = complaints.filter((complaint) => !complaint.includes("WebSocket connection"));
  complaints.splice(0, complaints.length, ...others);
}

for (const night of NIGHTS) {
  const { over, begun, week, holiday, at } = night;

  test(`the dates are the organisation's ${night.name}`, async ({ visitor, complaints }) => {
    const portal = await Portal.start("demo", { DAYBOOK_TIMEZONE: night.zone, DAYBOOK_NOW: at[0] });
    const pages: Page[] = [];
    try {
      const [employee, hr, manager] = await Promise.all([
        open("employee", "/employee/timesheet"),
        open("hr", `/hr/holidays?year=${holiday.date.slice(0, 4)}`),
        week.isJudged ? open("manager", "/manager/team-timesheets") : null,
      ]);
      const card = manager?.getByRole("article", { name: "Emma Larsen" }).filter({ hasText: week.name });

      await test.step("in the last minutes, the employee records the day", async () => {
        await expectToday(employee, over);
        await expect(employee.getByLabel("Date", { exact: true })).toHaveValue(over.long);
        await employee.getByRole("button", { name: "Full day 9 h" }).click();
        await employee.getByLabel("Task description").fill("Counted the crates");
        const submit = employee.getByRole("button", { name: "Submit Timesheet" });
        const sent = await sentTo<{ date: string }>(employee, "/api/timesheets/my", () => submit.click());
        expect(sent.date).toBe(over.date);
        await expect(dayButton(employee, over)).toContainText("Pending");
      });

      await test.step("and HR sees to a holiday", async () => {
        await hr.getByRole("button", { name: "Add Holiday" }).click();
        const dialog = hr.getByRole("dialog");
        await dialog.getByLabel("Date").fill(holiday.date);
        await dialog.getByLabel("Name").fill(HOLIDAY);
        const save = dialog.getByRole("button", { name: "Save Holiday" });
        const sent = await sentTo<{ date: string }>(hr, "/api/holidays", () => save.click());
        expect(sent.date).toBe(holiday.date);
        const row = hr.getByRole("row").filter({ has: hr.getByRole("rowheader", { name: HOLIDAY }) });
        await expect(row).toContainText(holiday.long);
        await expectUpcoming(hr, night, night.away[0]);
        await hr.getByRole("button", { name: `Edit ${HOLIDAY}` }).click();
        await expect(dialog.getByLabel("Date")).toHaveValue(holiday.date);
        await dialog.getByRole("button", { name: "Cancel" }).click();
      });

      await test.step("and looks which days can be opened, and at the attendance", async () => {
        await goTo(hr, "HR", /^Timesheet Unlock$/);
        await expectOpenable(hr, over, night.openable[0]);
        await hr.route("**/api/users/attendance-summary?*", async (route) => {
          const response = await route.fetch();
          // The machine's clock is none of this night's.
          const headers = { ...response.headers(), date: new Date(at[0]).toUTCString() };
          await route.fulfill({ response, headers });
        });
        await goTo(hr, "HR", /^Reports$/);
        await expectMonth(hr, night.month[0]);
        await hr.getByLabel("Year", { exact: true }).selectOption({ index: 1 });
        await hr.getByRole("button", { name: "Current Month" }).click();
        await expectMonth(hr, night.month[0]);
        const date = `${over.medium.split(", ")[1]}, ${over.date.slice(0, 4)}`;
        await expect(hr.getByText(`Last updated: ${date}, 11:57 PM`)).toBeVisible();
        // The portal goes away at midnight, in the middle of what the test would fetch for the page.
        await hr.unrouteAll({ behavior: "wait" });
      });

      await test.step("and the manager sees the week", async () => {
        if (card === undefined) return;
        const first = card.getByRole("time").first();
        await expect(first).toHaveAttribute("datetime", week.monday);
        await expect(first).toContainText("Mon");
        const recorded = card.getByRole("listitem").filter({ hasText: "Counted the crates" });
        await expect(recorded.getByRole("time")).toHaveAttribute("datetime", over.date);
      });

      await test.step("midnight passes, under open pages", async () => {
        await portal.stop();
        await portal.resumeSample(over.date, at[1]);
        for (const page of [employee, hr, manager]) {
          // Whatever the page would do within its next poll, it does now.
          await page?.clock.fastForward(POLL);
          await page?.clock.setSystemTime(at[1]);
        }
        await expectToday(employee, begun);
        await expectColumn(employee, holiday);
        await expect(dayButton(employee, holiday)).toContainText("Holiday");
        await expect(employee.getByLabel("Date", { exact: true })).toHaveValue(begun.long);
        await expectMonth(hr, night.month[1]);
        if (week.isOver && card) {
          await expect(card).toHaveCount(0);
          await manager?.getByLabel("Date range").selectOption("Last Week");
        }
        if (card) await expect(card).toBeVisible();
      });

      await test.step("in the first minutes, the employee looks back", async () => {
        await goTo(employee, "Employee", /^Dashboard$/);
        await expectTime(employee, begun.long, begun.date);
        const recent = employee.getByRole("region", { name: "Recent Timesheets" }).getByRole("time").first();
        await expect(recent).toHaveText(over.medium);
        await expect(recent).toHaveAttribute("datetime", over.date);
        await goTo(employee, "Employee", /^Profile$/);
        await expectTime(employee, night.joined[1], night.joined[0]);
      });

      await test.step("and HR opens the day that is over", async () => {
        await goTo(hr, "HR", /^Holidays$/);
        await expectUpcoming(hr, night, night.away[1]);
        await goTo(hr, "HR", /^Timesheet Unlock$/);
        await expectOpenable(hr, begun, night.openable[1]);
        await hr.getByRole("button", { name: over.long, exact: true }).click();
        await expect(hr.getByLabel("Date to unlock")).toHaveValue(over.date);
        await hr.getByLabel("Reason").fill("The crates were counted twice");
        const unlock = hr.getByRole("button", { name: "Unlock Timesheet" });
        const sent = await sentTo<{ requestedDate: string; employeeId: string }>(
          hr,
          "/api/timesheet-unlock/direct-unlock",
          () => unlock.click(),
        );
        expect(sent.requestedDate).toBe(over.date);
        await expect(messages(hr)).toContainText(`Emma Larsen can now fill in ${over.long}.`);
        await hr.goto(`${portal.address}/user-timesheets/${sent.employeeId}?date=${over.date}`);
        await settled(hr);
        await expect(hr.getByRole("region", { name: `Timesheet for ${over.long}` })).toBeVisible();
        await expectColumn(hr, over);
        await expect(dayButton(hr, over)).toContainText("Approved unlock");
      });

      await test.step("and the employee is told", async () => {
        await goTo(employee, "Employee", /^Notifications/);
        const card = employee.getByRole("article", { name: week.name, exact: true });
        await expect(card.getByRole("time").first()).toHaveText(over.medium);
        const notice = employee.getByRole("listitem").filter({ hasText: "A day was unlocked" }).first();
        await expect(notice).toContainText(over.date);
        await notice.getByRole("link").click();
        await settled(employee);
        await expect(employee.getByLabel("Date", { exact: true })).toHaveValue(over.long);
        await expect(dayButton(employee, over)).toContainText("Approved unlock");
      });
      const { joins } = night;
      if (joins) {
        await test.step("and somebody begins with the day", async () => {
          await goTo(hr, "HR", /^Add New Employee$/);
          await hr.getByLabel("First Name").fill("Lea");
          await hr.getByLabel("Last Name").fill("Prill");
          await hr.getByLabel("Email").fill("lea@daybook.example");
          await hr.getByLabel("Role").selectOption("Employee");
          await hr.getByLabel("Joining Date").fill(joins.date);
          const register = hr.getByRole("button", { name: "Register" });
          const sent = await sentTo<{ joiningDate: string }>(hr, "/api/auth/register", () =>
            register.click(),
          );
          expect(sent.joiningDate).toBe(joins.date);
          await hr.getByRole("dialog").getByRole("button", { name: "Add Another" }).click();
          await goTo(hr, "HR", /^Employees$/);
          await findEmployee(hr, "prill");
          await hr.getByRole("button", { name: "Lea Prill", exact: true }).click();
          const time = hr.getByRole("dialog", { name: "Lea Prill" }).getByRole("time");
          await expect(time).toHaveText(joins.long);
          await expect(time).toHaveAttribute("datetime", joins.date);
        });
      }
    } finally {
      // Pages that outlive the portal would complain about that too.
      for (const page of pages) await page.context().close();
      forgive(complaints);
      await portal.remove();
    }

    /** Before that screen, signed in, with a browser that stands elsewhere and whose clock is right. */
    async function open(who: Who, screen: string): Promise<Page> {
      const { page } = await visitor(night.browser);
      pages.push(page);
      await page.clock.install({ time: at[0] });
      await begin(page, portal.address, `${who}@daybook.example`);
      await page.goto(`${portal.address}${screen}`);
      await settled(page);
      expect(await page.evaluate(() => new Date().toLocaleDateString("sv-SE"))).toBe(night.elsewhere);
      return page;
    }
  });
}
