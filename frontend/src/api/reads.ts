/** Reads that more than one screen shares; what one screen alone asks for stands beside that screen. */
import { monthIn, pastMonthIn } from "../domain/address";
import type { Month } from "../domain/day";
import { FRESH } from "./query";
import { type Place, read } from "./read";
import type { operations } from "./schema";

export type ListQuery = NonNullable<operations["users"]["parameters"]["query"]>;

export const personQueries = {
  one: (id: string) =>
    read("/api/users/{id}", { path: { id } }, { topics: ["users", "settings"], fresh: FRESH.work }),
  /** What somebody earns, from which day on. */
  salaries: (id: string) =>
    read("/api/users/{id}/salary-history", { path: { id } }, { topics: ["users"], fresh: FRESH.work }),
  /** A page of people. What is searched for is sent only if it is something. */
  list: ({ search, ...query }: ListQuery) =>
    read(
      "/api/users",
      { query: search ? { ...query, search } : query },
      // Whom a manager may list changes with a substitution.
      { topics: ["users", "settings"], fresh: FRESH.work },
    ),
  /** Which of this person's days the reader may unlock today, and the sentence that explains them. */
  unlockWindow: (employeeId: string) =>
    read(
      "/api/timesheet-unlock/window",
      { query: { employeeId } },
      { topics: ["timesheets", "holidays", "users", "settings", "months"], fresh: FRESH.work },
    ),
};

/** The signed-in person's own days of the last twelve months, newest first, with the status of each week. */
export const myTimesheets = () =>
  read("/api/timesheets/my", {}, { topics: ["timesheets"], fresh: FRESH.work });

/** One month as the employee sees it: the signed-in one's own, or that of the person with this id. */
export const calendarOf = ({ month, year }: Month, userId?: string) =>
  read(
    "/api/timesheets/calendar",
    { query: { month, year, ...(userId === undefined ? {} : { userId }) } },
    { topics: ["timesheets", "holidays", "settings", "months"], fresh: FRESH.work },
  );

/** What a calendar asks for as it opens: the present month, which knows the limits, and the one that the address names. */
export function calendarsIn({ today, search }: Place, userId?: string) {
  const named = pastMonthIn(search.get("month") ?? search.get("date") ?? "", today);
  return [monthIn(today), ...(named ? [named] : [])].map((month) => calendarOf(month, userId));
}

/** From today to the same date next year, soonest first. */
export const upcomingHolidays = () =>
  read("/api/holidays/upcoming", {}, { topics: ["holidays"], fresh: FRESH.calm });
