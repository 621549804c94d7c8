/** What the start pages show. */
import { FRESH, LOOK_AGAIN, type Topic } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { calendarOf, myTimesheets, upcomingHolidays } from "../../api/reads";
import { monthIn } from "../../domain/address";
import type { ManagerDashboard, PeopleDashboard, Schemas } from "../../domain/types";
import { leaveOf } from "../../leave/reads";

/** The answer depends on the role; a manager's is recognised by its weeks. */
function asManagers(answer: object): ManagerDashboard {
  if (!("weeks" in answer)) throw new Error("This dashboard is not a manager's");
  return answer as ManagerDashboard;
}

/** That of HR and administrators is recognised by its people without a manager. */
function asPeoples(answer: object): PeopleDashboard {
  if (!("withoutManager" in answer)) throw new Error("This dashboard is not one of people");
  return answer as PeopleDashboard;
}

const usersOf = <Row>({ users }: { users: Row[] }) => users;

export const dashboard = (...topics: Topic[]) => read("/api/dashboard", {}, { topics, fresh: FRESH.work });

export const dashboardQueries = {
  manager: () => ({
    ...dashboard("timesheets", "leave", "notifications", "users", "holidays", "settings", "months"),
    select: asManagers,
  }),
  people: () => ({
    ...dashboard("users", "timesheets", "leave", "holidays", "settings"),
    select: asPeoples,
  }),
  userStats: () => read("/api/users/stats", {}, { topics: ["users"], fresh: FRESH.work }),
  missingTimesheets: () => ({
    ...read(
      "/api/timesheets/frozen-users",
      {},
      {
        topics: ["timesheets", "users", "holidays", "settings", "months"],
        fresh: FRESH.work,
        again: LOOK_AGAIN,
      },
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

/** Of this leave year and the next. */
export const upcomingLeave = (today: string) => {
  const year = Number(today.slice(0, 4));
  return [leaveOf(year), leaveOf(year + 1)];
};

export const ofEmployee: Reads = ({ today }) => [
  ...upcomingLeave(today),
  myTimesheets(),
  upcomingHolidays(),
  calendarOf(monthIn(today)),
];
export const ofManager: Reads = () => [dashboardQueries.manager()];
export const ofHr: Reads = () => [dashboardQueries.people()];
export const ofAdmin: Reads = () => [
  dashboardQueries.userStats(),
  dashboardQueries.people(),
  dashboardQueries.missingTimesheets(),
  dashboardQueries.latestTimesheets(),
];
