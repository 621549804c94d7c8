/** What the portal knows of the signed-in person. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH } from "../../api/query";
import { unwrap } from "../../api/unwrap";

export const profileQueries = {
  mine: () =>
    queryOptions({
      queryKey: ["GET", "/api/auth/profile"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/auth/profile", { signal })),
      staleTime: FRESH.calm,
      meta: { topics: ["users"] },
    }),
};
