/** The calendar of one month, and the submission of one day. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap, unwrapBody } from "../../api/unwrap";
import type { Month } from "../../domain/day";

export type Submission = components["schemas"]["SubmitRequest"];

export const timesheetQueries = {
  calendar: ({ month, year }: Month) =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/calendar", { month, year }] as const,
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/timesheets/calendar", { params: { query: { month, year } }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "holidays"] },
    }),
};

export const submitDay = (client: QueryClient) => ({
  mutationFn: (body: Submission) => unwrapBody(api.POST("/api/timesheets/my", { body })),
  // A refusal too says that the calendar on the screen may be out of date.
  onSettled: () => invalidateTopic(client, "timesheets"),
});
