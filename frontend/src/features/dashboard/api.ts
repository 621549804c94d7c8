/** What the start pages show. */
import { api } from "../../api/client";
import { ApiError, messageOr } from "../../api/error";
import { FRESH, LOOK_AGAIN, type Topic } from "../../api/query";
import { read } from "../../api/read";
import type { components } from "../../api/schema";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { ManagerDashboard, PeopleDashboard } from "../../domain/types";
import { words } from "./messages";

type Schemas = components["schemas"];

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

const usersOf = <Row>({ users }: { users: Row[] }) => users;

const dashboard = (...topics: Topic[]) => read("/api/dashboard", {}, { topics, fresh: FRESH.work });

export const dashboardQueries = {
  manager: () => ({
    ...dashboard("timesheets", "notifications", "users", "holidays"),
    select: asManagers,
  }),
  people: () => ({ ...dashboard("users"), select: asPeoples }),
  userStats: () => read("/api/users/stats", {}, { topics: ["users"], fresh: FRESH.work }),
  missingTimesheets: () => ({
    ...read(
      "/api/timesheets/frozen-users",
      {},
      { topics: ["timesheets", "users", "holidays"], fresh: FRESH.work, again: LOOK_AGAIN },
    ),
    select: usersOf<Schemas["FrozenUser"]>,
  }),
  latestTimesheets: () => ({
    ...read(
      "/api/timesheets/latest-users",
      {},
      { topics: ["timesheets", "users"], fresh: FRESH.work, again: LOOK_AGAIN },
    ),
    select: usersOf<Schemas["LatestUser"]>,
  }),
};

export const setOpenPositions: Write<number, { value: number }> = {
  name: "open positions",
  call: (value) => unwrap(api.PUT("/api/settings/open-positions", { body: { value } })),
  topics: ["users"],
  learn: (client, { value }) =>
    learnAnew<PeopleDashboard>(
      client,
      dashboard().queryKey,
      (known) => known && { ...known, openPositions: value },
    ),
  done: () => words.openPositions.saved,
  failed: (error) => refusalOf(error),
};

export function refusalOf(error: unknown): string {
  const ofField = error instanceof ApiError ? error.errors.value : undefined;
  return ofField ?? messageOr(error, words.openPositions.failed);
}
