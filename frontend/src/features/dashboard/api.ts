/** What the start pages show. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH } from "../../api/query";
import { unwrap } from "../../api/unwrap";
import type { ManagerDashboard } from "../../domain/types";

/** The answer depends on the role; a manager's is told by his weeks. */
function asManagers(answer: object): ManagerDashboard {
  if (!("weeks" in answer)) throw new Error("This dashboard is not a manager's");
  return answer as ManagerDashboard;
}

export const dashboardQueries = {
  manager: () =>
    queryOptions({
      queryKey: ["GET", "/api/dashboard"] as const,
      queryFn: async ({ signal }) => asManagers(await unwrap(api.GET("/api/dashboard", { signal }))),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "notifications", "users", "holidays"] },
    }),
  upcomingHolidays: () =>
    queryOptions({
      queryKey: ["GET", "/api/holidays/upcoming"] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/holidays/upcoming", { signal })),
      staleTime: FRESH.calm,
      meta: { topics: ["holidays"] },
    }),
};
