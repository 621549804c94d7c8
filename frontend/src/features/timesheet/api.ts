/** The submission of one day, and the unlocks that were given for days. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap, unwrapBody } from "../../api/unwrap";

export type Submission = components["schemas"]["SubmitRequest"];
export type Unlock = components["schemas"]["UnlockRequest"];

export const unlockQueries = {
  /** Every unlock of the signed-in employee's days, newest first, used or not. */
  mine: () =>
    queryOptions({
      queryKey: ["GET", "/api/timesheet-unlock/my-requests"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/timesheet-unlock/my-requests", { signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets"] },
    }),
};

export const submitDay = (client: QueryClient) => ({
  mutationFn: (body: Submission) => unwrapBody(api.POST("/api/timesheets/my", { body })),
  // A refusal too says that the calendar on the screen may be out of date.
  onSettled: () => invalidateTopic(client, "timesheets"),
});
