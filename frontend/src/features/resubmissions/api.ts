/** Rejected days that came back, and that the manager has looked at them. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import { unwrap } from "../../api/unwrap";
import type { Resubmission } from "../../domain/types";

type Answer = { notifications: Resubmission[] };

export const resubmissionQueries = {
  all: () =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/notifications/resubmissions"] as const,
      queryFn: ({ signal }): Promise<Answer> =>
        unwrap(api.GET("/api/timesheets/notifications/resubmissions", { signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "notifications"] },
    }),
};

const setStatus = (client: QueryClient, ids: readonly string[], status: Resubmission["status"]) =>
  client.setQueryData<Answer>(
    resubmissionQueries.all().queryKey,
    (answer) =>
      answer && {
        notifications: answer.notifications.map((one) => (ids.includes(one._id) ? { ...one, status } : one)),
      },
  );

export const markViewed = (client: QueryClient, failed: (error: Error) => void) => ({
  mutationFn: (notificationIds: string[]) =>
    unwrap(api.POST("/api/timesheets/notifications/viewed", { body: { notificationIds } })),
  onMutate: async (ids: string[]) => {
    setStatus(client, ids, "viewed");
    await client.cancelQueries({ queryKey: resubmissionQueries.all().queryKey });
    setStatus(client, ids, "viewed");
  },
  onError: (error: Error, ids: string[]) => {
    setStatus(client, ids, "pending");
    failed(error);
  },
  // The badge hangs on the same topic and falls with it.
  onSettled: () => invalidateTopic(client, "notifications"),
});
