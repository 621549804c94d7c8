/** What the report screens ask for as they open. A visitor's browser fetches this file too, so it is short; the other reads are in `api`. */
import { FRESH, LOOK_AGAIN } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { monthIn, pastMonthIn } from "../../domain/address";
import type { Month } from "../../domain/day";
import type { Schemas } from "../../domain/types";

type Answer = readonly Schemas["AttendanceRow"][];

/** When the server answered, by its clock rather than by that of the browser, which may be wrong. */
function dated(answer: Answer, response: Response) {
  const instant = Date.parse(response.headers.get("Date") ?? "");
  return { answer, at: new Date(Number.isNaN(instant) ? Date.now() : instant).toISOString() };
}

export const attendanceRead = ({ year, month }: Month) =>
  read(
    "/api/users/attendance-summary",
    { query: { month, year } },
    {
      topics: ["timesheets", "holidays", "users", "settings", "months"],
      fresh: FRESH.work,
      again: LOOK_AGAIN,
    },
    dated,
  );

/** Reports are asked for anew by opening them (oversight.md §6). */
export const AS_OPENED = { topics: [], fresh: 0 } as const;

/** Those that are asked for beside their script: it finds the answer fresh, and asks for nothing twice. */
const AHEAD = { topics: [], fresh: FRESH.work } as const;

export const systemUsers = () => read("/api/reports/system/users", {}, AHEAD);

/** A minute old at most, so it is looked at again each minute. */
export const bossDashboard = () => read("/api/dashboard", {}, { ...AHEAD, again: LOOK_AGAIN });

/** The other tabs ask for themselves, once their scripts are here. */
export const ofPeople: Reads = ({ today, search }) => {
  const named = search.get("month");
  const month = named === null ? monthIn(today) : pastMonthIn(named, today);
  return month && search.get("tab") === null ? [attendanceRead(month)] : [];
};

export const ofSystem: Reads = ({ search }) => (search.get("tab") === null ? [systemUsers()] : []);

export const ofBoss: Reads = () => [bossDashboard()];
