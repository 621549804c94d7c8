/** The attendance of one month: of everyone for HR, of the team for a manager; which of them, the server knows. */
import { FRESH, LOOK_AGAIN } from "../../api/query";
import { read } from "../../api/read";
import type { components } from "../../api/schema";
import type { Month } from "../../domain/day";
import { rowsOf } from "./model";

type Answer = readonly components["schemas"]["AttendanceRow"][];

/** When the server answered, by its clock rather than by that of the browser, which may be wrong. */
function dated(answer: Answer, response: Response) {
  const instant = Date.parse(response.headers.get("Date") ?? "");
  return { answer, at: new Date(Number.isNaN(instant) ? Date.now() : instant).toISOString() };
}

const shown = ({ answer, at }: ReturnType<typeof dated>) => ({ rows: rowsOf(answer), at });

export const attendanceOf = ({ year, month }: Month) => ({
  ...read(
    "/api/users/attendance-summary",
    { query: { month, year } },
    { topics: ["timesheets", "holidays", "users"], fresh: FRESH.work, again: LOOK_AGAIN },
    dated,
  ),
  select: shown,
});
