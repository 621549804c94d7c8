/** What the server says of the session and of the portal. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client";
import { unwrap } from "../api/unwrap";

/** Badge, role and today are asked for twice a minute; the socket makes them quicker, the poll makes them sure. */
export const POLL_INTERVAL = 30_000;

export const sessionQueries = {
  current: () =>
    queryOptions({
      queryKey: ["GET", "/api/session"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/session", { signal })),
      staleTime: 5_000,
      refetchInterval: POLL_INTERVAL,
      // A person with a new name or role is told of timesheets too. "users" would make every browser ask for every newcomer.
      meta: { topics: ["notifications", "timesheets"] },
    }),
};

export const portalQueries = {
  portal: () =>
    queryOptions({
      queryKey: ["GET", "/api/portal"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/portal", { signal })),
      // It changes with a restart only, and is the same for everybody: a new session need not ask again.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      meta: { isPublic: true },
    }),
};
