/** Reads of holidays that more than one screen shares; what one screen alone asks for stands beside that screen. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "./client";
import { FRESH } from "./query";
import { unwrap } from "./unwrap";

export const holidayQueries = {
  /** From today to the same date next year, soonest first. */
  upcoming: () =>
    queryOptions({
      queryKey: ["GET", "/api/holidays/upcoming"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/holidays/upcoming", { signal })),
      staleTime: FRESH.calm,
      meta: { topics: ["holidays"] },
    }),
};
