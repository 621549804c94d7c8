/** Reads of one person that more than one screen shares; what one screen alone asks for stands beside that screen. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import { FRESH } from "./query";
import { unwrap } from "./unwrap";

export const personQueries = {
  one: (userId: string) =>
    queryOptions({
      queryKey: ["GET", "/api/users/{id}", { id: userId }] as const,
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/users/{id}", { params: { path: { id: userId } }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["users"] },
    }),
  /** Which of this person's days the reader may unlock today, and the sentence that explains them. */
  unlockWindow: (employeeId: string) =>
    queryOptions({
      queryKey: ["GET", "/api/timesheet-unlock/window", { employeeId }] as const,
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/timesheet-unlock/window", { params: { query: { employeeId } }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "holidays", "users"] },
    }),
};
