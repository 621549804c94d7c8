import { FRESH, LOOK_AGAIN } from "../../api/query";
import { type Reads, read } from "../../api/read";
import type { components } from "../../api/schema";
import { monthIn, pastMonthIn } from "../../domain/address";
import type { Month } from "../../domain/day";

type Answer = readonly components["schemas"]["AttendanceRow"][];

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

export const reads: Reads = ({ today, search }) => {
  const named = search.get("month");
  const month = named === null ? monthIn(today) : pastMonthIn(named, today);
  return month ? [attendanceRead(month)] : [];
};
