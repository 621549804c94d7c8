/** The person whose days are shown, the file of a month, and which of the days the reader may unlock. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { FRESH } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap } from "../../api/unwrap";
import { firstDay, formatDay, type Month } from "../../domain/day";

export type Person = components["schemas"]["User"];

export const personQueries = {
  one: (userId: string) =>
    queryOptions({
      queryKey: ["GET", "/api/users/{userId}", { userId }] as const,
      queryFn: async ({ signal }) => {
        const { user } = await unwrap(
          api.GET("/api/users/{userId}", { params: { path: { userId } }, signal }),
        );
        return user;
      },
      staleTime: FRESH.calm,
      meta: { topics: ["users"] },
    }),
  /** Which of this person's days the reader may unlock today. */
  unlockWindow: (employeeId: string) =>
    queryOptions({
      queryKey: ["GET", "/api/timesheet-unlock/window", { employeeId }] as const,
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/timesheet-unlock/window", { params: { query: { employeeId } }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "holidays", "users"] },
    }),
};

export const downloadMonth = (person: Person) => ({
  mutationFn: ({ month, year }: Month) => {
    const name = formatDay(firstDay({ month, year }), "monthName");
    return downloadFile(
      "/api/timesheets/download",
      { userId: person._id, month, year },
      `${person.firstName}_${person.lastName}_timesheet_${name}_${year}.csv`,
    );
  },
});
