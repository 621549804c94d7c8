/** The attendance of one month: of everyone for HR, of the team for a manager; which of them, the server knows. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, LOOK_AGAIN } from "../../api/query";
import { unwrapBody } from "../../api/unwrap";
import type { Month } from "../../domain/day";
import { rowsOf } from "./model";

/** When the server answered, by its clock rather than by that of the browser, which may be wrong. */
function answeredAt(response: Response): string {
  const instant = Date.parse(response.headers.get("Date") ?? "");
  return new Date(Number.isNaN(instant) ? Date.now() : instant).toISOString();
}

export const attendanceQueries = {
  summary: ({ year, month }: Month) =>
    queryOptions({
      queryKey: ["GET", "/api/users/attendance-summary", { month, year }] as const,
      queryFn: async ({ signal }) => {
        const call = api.GET("/api/users/attendance-summary", { params: { query: { month, year } }, signal });
        const rows = rowsOf(await unwrapBody(call));
        return { rows, at: answeredAt((await call).response) };
      },
      staleTime: FRESH.work,
      refetchInterval: LOOK_AGAIN,
      meta: { topics: ["timesheets", "holidays", "users"] },
    }),
};
