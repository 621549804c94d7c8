/** What the start pages show. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError, messageOr } from "../../api/error";
import { FRESH, LOOK_AGAIN } from "../../api/query";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { ManagerDashboard, PeopleDashboard } from "../../domain/types";
import { words } from "./messages";

/** The answer depends on the role; a manager's is recognised by its weeks. */
function asManagers(answer: object): ManagerDashboard {
  if (!("weeks" in answer)) throw new Error("This dashboard is not a manager's");
  return answer as ManagerDashboard;
}

/** And that of HR and the administrators by the people nobody looks after. */
function asPeoples(answer: object): PeopleDashboard {
  if (!("withoutManager" in answer)) throw new Error("This dashboard is not one of people");
  return answer as PeopleDashboard;
}

const DASHBOARD = ["GET", "/api/dashboard"] as const;

export const dashboardQueries = {
  manager: () =>
    queryOptions({
      queryKey: DASHBOARD,
      queryFn: async ({ signal }) => asManagers(await unwrap(api.GET("/api/dashboard", { signal }))),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets", "notifications", "users", "holidays"] },
    }),
  people: () =>
    queryOptions({
      queryKey: DASHBOARD,
      queryFn: async ({ signal }) => asPeoples(await unwrap(api.GET("/api/dashboard", { signal }))),
      staleTime: FRESH.work,
      meta: { topics: ["users"] },
    }),
  userStats: () =>
    queryOptions({
      queryKey: ["GET", "/api/users/stats"] as const,
      queryFn: async ({ signal }) => (await unwrap(api.GET("/api/users/stats", { signal }))).stats,
      staleTime: FRESH.work,
      meta: { topics: ["users"] },
    }),
  missingTimesheets: () =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/frozen-users"] as const,
      queryFn: async ({ signal }) =>
        (await unwrap(api.GET("/api/timesheets/frozen-users", { signal }))).users,
      staleTime: FRESH.work,
      refetchInterval: LOOK_AGAIN,
      meta: { topics: ["timesheets", "users", "holidays"] },
    }),
  latestTimesheets: () =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/latest-users"] as const,
      queryFn: async ({ signal }) =>
        (await unwrap(api.GET("/api/timesheets/latest-users", { signal }))).users,
      staleTime: FRESH.work,
      refetchInterval: LOOK_AGAIN,
      meta: { topics: ["timesheets", "users"] },
    }),
};

export const setOpenPositions: Write<number, { value: number }> = {
  name: "open positions",
  call: (value) => unwrap(api.PUT("/api/settings/open-positions", { body: { value } })),
  topics: ["users"],
  learn: (client, { value }) =>
    learnAnew<PeopleDashboard>(client, DASHBOARD, (known) => known && { ...known, openPositions: value }),
  done: () => words.openPositions.saved,
  failed: (error) => refusalOf(error),
};

export function refusalOf(error: unknown): string {
  const ofField = error instanceof ApiError ? error.errors.value : undefined;
  return ofField ?? messageOr(error, words.openPositions.failed);
}
