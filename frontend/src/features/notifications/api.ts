/** What happened to the signed-in employee's days: the notices, and that they have been seen. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH, invalidateTopic } from "../../api/query";
import { unwrap } from "../../api/unwrap";

/** More than are shown, so that opening the page clears the badge of somebody who was away for weeks. */
const NEWEST = { limit: 100 } as const;

export const noticeQueries = {
  newest: () =>
    queryOptions({
      queryKey: ["GET", "/api/notifications", NEWEST] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/notifications", { params: { query: NEWEST }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["notifications"] },
    }),
};

export const markNoticesViewed = (client: QueryClient) => ({
  mutationFn: (notificationIds: string[]) =>
    unwrap(api.POST("/api/notifications/viewed", { body: { notificationIds } })),
  // The badge of the sidebar hangs on the same topic.
  onSettled: () => invalidateTopic(client, "notifications"),
});
