/** Reads of timesheets that more than one screen shares; what one screen alone asks for stands beside that screen. */
import { queryOptions } from "@tanstack/react-query";
import type { Month } from "../domain/day";
import { api } from "./client";
import { FRESH } from "./query";
import { unwrap } from "./unwrap";

export const myTimesheetQueries = {
  /** The signed-in person's own days of the last twelve months, newest first, with the status of each week. */
  recent: () =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/my"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/timesheets/my", { signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets"] },
    }),
};

export const calendarQueries = {
  /** One month as the employee sees it: the signed-in one's own, or that of the person with this id. */
  month: ({ month, year }: Month, userId?: string) => {
    const query = { month, year, ...(userId === undefined ? {} : { userId }) };
    return queryOptions({
      queryKey: ["GET", "/api/timesheets/calendar", query] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/timesheets/calendar", { params: { query }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "holidays"] },
    });
  },
};
