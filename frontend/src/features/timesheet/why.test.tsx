import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import type { CalendarDay } from "../../domain/types";
import { aCalendarDay, aMonth, anUnlock, LOCKED, OPEN_MONTH } from "../../testing/calendar";
import { aHoliday, aPatternOf, aTimesheet } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";
import { unlockOf, unlockWords, whyOpen } from "./why";

const FROZEN = "Frozen – no timesheet was submitted. Please contact your manager to unlock it.";
const WEEKEND = "Weekends cannot be selected. Contact Admin/HR/Manager if you worked.";
const HOLIDAY = "This date is a holiday. Contact Admin/HR/Manager if you worked.";
const TOO_LATE = "This rejected timesheet requires approval to unlock. Please contact your manager.";
const JOINED = "You cannot access dates before your joining date (2026-11-04)";

const entry = (date: string, changes: Parameters<typeof aTimesheet>[0] = {}): Partial<CalendarDay> => ({
  kind: "entry",
  entry: aTimesheet({ date, description: `Written on ${date}`, ...changes }),
});

/** A November with a day of every kind; what is in it can change while it is open. */
function serve(unlocks: components["schemas"]["UnlockRequest"][] = [anUnlock()]) {
  const special: Record<string, Partial<CalendarDay>> = {
    "2026-11-03": { kind: "before-joining", reason: JOINED },
    "2026-11-05": {
      ...entry("2026-11-05", { status: "approved" }),
      reason: "This timesheet is already approved",
    },
    "2026-11-06": {
      ...entry("2026-11-06", { status: "rejected", approvalComments: "Which ticket?" }),
      reason: TOO_LATE,
    },
    "2026-11-08": { kind: "weekend", reason: WEEKEND },
    "2026-11-09": { isFrozen: true, reason: FROZEN },
    "2026-11-11": {
      kind: "holiday",
      holiday: aHoliday({ date: "2026-11-11", name: "Armistice Day" }),
      reason: HOLIDAY,
    },
    "2026-11-12": { kind: "unlocked", isUnlocked: true, isEditable: true, reason: null },
    "2026-11-17": { ...entry("2026-11-17"), reason: "Timesheet already submitted for this date" },
    "2026-11-18": {
      ...entry("2026-11-18", { status: "rejected" }),
      isEditable: true,
      reason: null,
    },
  };
  server.use(
    http.get("/api/timesheets/calendar", ({ query, response }) =>
      response(200).json({
        success: true,
        data: {
          days: aMonth(`${query.get("year")}-${query.get("month")?.padStart(2, "0")}`, special),
          patterns: aPatternOf(`${query.get("year")}-${query.get("month")?.padStart(2, "0")}`),
          month: OPEN_MONTH,
          earliestMonth: "2026-09",
          latestMonth: "2026-11",
        },
      }),
    ),
    gives("/api/timesheet-unlock/my-requests", { unlockRequests: unlocks }),
  );
  return { special, unlocks };
}

const open = (date: string) =>
  renderApp({ url: `/employee/timesheet?date=${date}`, as: { role: "Employee" } });
const form = async () => within(await screen.findByRole("form", { name: "Time Entry" }));
const day = (name: RegExp) => within(screen.getByRole("grid")).getByRole("button", { name });

describe("why a day can or cannot be filled", () => {
  it.each([
    ["2026-11-03", "Before joining", JOINED],
    ["2026-11-05", "Approved", "This timesheet is already approved"],
    ["2026-11-06", "Rejected", TOO_LATE],
    ["2026-11-08", "Weekend", WEEKEND],
    ["2026-11-09", "Frozen", FROZEN],
    ["2026-11-10", "Past date", LOCKED],
    ["2026-11-11", "Holiday", HOLIDAY],
    ["2026-11-17", "Pending", "Timesheet already submitted for this date"],
    ["2026-11-23", "Not yet", "You cannot submit a timesheet for a future date"],
  ])("%s (%s) says so, shown and announced", async (date, word, reason) => {
    serve();
    open(date);
    const panel = await form();
    expect(panel.getByText(word)).toBeVisible();
    expect(panel.getByText(reason)).toBeVisible();
    expect(panel.getByLabelText("Hours")).toBeDisabled();
    const status = screen.getAllByRole("status").map((one) => one.textContent);
    expect(status).toContain(reason);
  });

  it.each([
    ["2026-11-12", "Approved unlock", "Unlocked by Helen Fischer (HR) until you use it."],
    ["2026-11-18", "Rejected", "This day was rejected. You can correct it and submit it again."],
    ["2026-11-20", "Today", "You can fill in today's timesheet."],
  ])("%s (%s) says why it is open", async (date, word, why) => {
    serve();
    open(date);
    const panel = await form();
    expect(await panel.findByText(why)).toBeVisible();
    expect(panel.getByText(word)).toBeVisible();
    expect(panel.getByLabelText("Hours")).toBeEnabled();
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain(why);
  });

  it("says who unlocked a day, why and when; of a used unlock too", async () => {
    serve([
      anUnlock(),
      anUnlock({ _id: "u2", requestedDate: "2026-11-17", isUsed: true, reason: "Ticket system was down" }),
    ]);
    const { user } = open("2026-11-12");
    const panel = await form();
    expect(await panel.findByText("Was at the customer without a network")).toBeVisible();
    expect(panel.getByText("Nov 19, 2026, 8:30 AM")).toBeVisible();
    await user.click(day(/November 17/));
    expect(await (await form()).findByText("Unlocked by Helen Fischer (HR), and used.")).toBeVisible();
    expect((await form()).getByText("Ticket system was down")).toBeVisible();
  });

  it("is whole where nobody can say who unlocked", async () => {
    serve();
    server.use(fails("/api/timesheet-unlock/my-requests"));
    open("2026-11-12");
    expect(await (await form()).findByText("Unlocked until you use it.")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("opens at once what is unlocked meanwhile, round an entry with a ring", async () => {
    const { special, unlocks } = serve([]);
    const { user } = open("2026-11-10");
    await (await form()).findByText(LOCKED);
    special["2026-11-10"] = { kind: "unlocked", isUnlocked: true, isEditable: true, reason: null };
    special["2026-11-17"] = { ...entry("2026-11-17"), isUnlocked: true, isEditable: true, reason: null };
    unlocks.push(anUnlock({ requestedDate: "2026-11-10" }), anUnlock({ requestedDate: "2026-11-17" }));
    await hears("timesheets");
    await waitFor(() => expect(day(/November 10/)).toHaveAttribute("data-status", "unlocked"));
    expect(await (await form()).findByText("Unlocked by Helen Fischer (HR) until you use it.")).toBeVisible();
    expect(day(/November 17/)).toHaveClass("unlocked");
    expect(day(/November 17/)).toHaveAttribute("data-status", "pending");
    await user.click(day(/November 17/));
    const panel = await form();
    expect(panel.getByText("Approved unlock")).toBeVisible();
    expect(panel.getByLabelText("Task description")).toHaveValue("Written on 2026-11-17");
    expect(panel.getByRole("button", { name: "Submit Timesheet" })).toBeEnabled();
  });
});

describe("the words of an unlock", () => {
  const given = anUnlock();

  it("takes the open one before those that were used, and no other day's", () => {
    const used = anUnlock({ _id: "used", isUsed: true });
    const unlocked = aCalendarDay("2026-11-12", { isUnlocked: true, isEditable: true });
    const filled = aCalendarDay("2026-11-12", entry("2026-11-12"));
    expect(unlockOf(unlocked, [used, given])).toBe(given);
    expect(unlockOf(filled, [used, given])).toBe(used);
    expect(unlockOf(aCalendarDay("2026-11-13"), [used, given])).toBeNull();
  });

  it("promises nothing where the unlock cannot be used", () => {
    const approved = aCalendarDay("2026-11-12", { isUnlocked: true });
    expect(unlockWords(approved, given)).toBe("Unlocked by Helen Fischer (HR).");
    expect(whyOpen(approved, given)).toBeNull();
  });

  it("has words for whatever else the server opens", () => {
    expect(whyOpen(aCalendarDay("2026-11-13", { isEditable: true }), null)).toBe("You can fill in this day.");
  });
});
