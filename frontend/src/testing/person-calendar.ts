/** One person's calendar for tests: a server with a month in which every kind of day stands, and the page that shows it. */
import { screen, within } from "@testing-library/react";
import type { components } from "../api/schema";
import type { CalendarDay } from "../domain/types";
import { aMonth, OPEN_MONTH } from "./calendar";
import { aHoliday, aPatternOf, aRefusal, aTimesheet, aUser } from "./fixtures";
import { renderApp } from "./render";
import { http, server } from "./server";

export const FROZEN = "Frozen – no timesheet was submitted. Please contact your manager to unlock it.";
export const EMMA = aUser({
  _id: "u1",
  firstName: "Emma",
  lastName: "Larsen",
  email: "emma@daybook.example",
});
type Window = components["schemas"]["UnlockWindow"];
export const WINDOW: Window = {
  earliest: "2026-11-18",
  latest: "2026-11-20",
  reason: "You can unlock 2026-11-18 to 2026-11-20.",
  rejectedDates: ["2026-11-06"],
  closedMonths: [],
};

export const entry = (
  date: string,
  changes: Parameters<typeof aTimesheet>[0] = {},
): Partial<CalendarDay> => ({
  kind: "entry",
  entry: aTimesheet({ date, description: `Written on ${date}`, ...changes }),
  reason: "Timesheet already submitted for this date",
});

/** Emma's days: joined in March 2024, and a November with a day of every kind. */
export function serve(
  changes: {
    person?: typeof EMMA;
    window?: Window | ReturnType<typeof aRefusal>;
    month?: typeof OPEN_MONTH;
  } = {},
) {
  const { person = EMMA, window = WINDOW, month = OPEN_MONTH } = changes;
  const asked: string[] = [];
  const windows: string[] = [];
  const special: Record<string, Partial<CalendarDay>> = {
    "2026-11-05": {
      ...entry("2026-11-05", { status: "approved" }),
      reason: "This timesheet is already approved",
    },
    "2026-11-06": {
      ...entry("2026-11-06", { status: "rejected", approvalComments: "Which ticket?" }),
      reason: "This rejected timesheet requires approval to unlock. Please contact your manager.",
    },
    "2026-11-07": entry("2026-11-07"),
    "2026-11-08": {
      kind: "weekend",
      reason: "Weekends cannot be selected. Contact Admin/HR/Manager if you worked.",
    },
    "2026-11-09": { isFrozen: true, reason: FROZEN },
    "2026-11-11": {
      kind: "holiday",
      holiday: aHoliday({ date: "2026-11-11", name: "Armistice Day" }),
      reason: "This date is a holiday. Contact Admin/HR if you worked.",
    },
    "2026-11-12": { kind: "unlocked", isUnlocked: true, isEditable: true, reason: null },
    "2026-11-17": { ...entry("2026-11-17"), isUnlocked: true, isEditable: true, reason: null },
    "2024-03-03": {
      kind: "before-joining",
      reason: "You cannot access dates before your joining date (2024-03-04)",
    },
  };
  server.use(
    http.get("/api/users/{id}", ({ params, response }) =>
      params.id === person._id
        ? response(200).json({ success: true, data: { user: person } })
        : response(404).json(aRefusal("NOT_FOUND", "User not found")),
    ),
    http.get("/api/timesheets/calendar", ({ query, response }) => {
      const key = `${query.get("year")}-${query.get("month")?.padStart(2, "0")}`;
      asked.push(`${query.get("userId")} ${key}`);
      if (query.get("userId") !== person._id)
        return response(400).json(aRefusal("INVALID_REQUEST", "userId must be an id"));
      return response(200).json({
        success: true,
        data: {
          days: aMonth(key, special),
          patterns: aPatternOf(key),
          month,
          earliestMonth: "2024-03",
          latestMonth: "2026-11",
        },
      });
    }),
    http.get("/api/timesheet-unlock/window", ({ query, response }) => {
      windows.push(query.get("employeeId") ?? "");
      return "success" in window
        ? response(400).json(window)
        : response(200).json({ success: true, data: window });
    }),
  );
  return { asked, windows, special };
}

export const open = (search = "", role: "HR" | "Admin" | "Boss" = "HR", id = "u1") =>
  renderApp({ url: `/user-timesheets/${id}${search}`, as: { role } });
export const day = (name: RegExp) => within(screen.getByRole("grid")).getByRole("button", { name });
export const box = (name: RegExp | string) => screen.findByRole("region", { name });
export const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((one) => one.textContent);
export const ready = () => screen.findByRole("heading", { name: /^Timesheet Calendar \(\d+ entries\)$/ });
