/** What the payroll screen reads first. A visitor's browser fetches this file too, so it is short; the other reads are in `api`. */
import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";

/** The months of a year, newest first, and the years there are. */
export const monthsOf = (year: number) =>
  read("/api/months", { query: { year } }, { topics: ["months"], fresh: FRESH.work });

/** What is open in a month that is not closed changes with days, leave and people (months.md §5). */
export const monthOf = (month: string, isClosed = false) =>
  read(
    "/api/months/{month}",
    { path: { month } },
    { topics: isClosed ? ["months"] : ["months", "timesheets", "leave", "users"], fresh: FRESH.work },
  );

/** The year in an address; what is not one that a month can have counts as the present one. */
export const yearIn = (text: string | null, today: string): number => {
  const year = Number(text);
  const present = Number(today.slice(0, 4));
  return Number.isInteger(year) && year >= 2000 && year <= present ? year : present;
};

export const reads: Reads = ({ search, today }) => {
  const month = search.get("month");
  return month !== null && search.get("tab") === null
    ? [monthOf(month)]
    : [monthsOf(yearIn(month?.slice(0, 4) ?? search.get("year"), today))];
};
