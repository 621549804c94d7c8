/** The answers that most tests need around the one that they are about. */
import type { Schemas } from "../domain/types";
import { aMonth, OPEN_MONTH } from "./calendar";
import { aPatternOf, aSession, TODAY } from "./fixtures";
import { gives } from "./server";

export function sessionAnswers(session: Schemas["SessionData"] = aSession()) {
  return gives("/api/session", session);
}

/** An employee's dashboard with nothing on it. */
export function emptyEmployee() {
  return [
    gives("/api/timesheets/my", { timesheets: [], weeks: [] }),
    gives("/api/holidays/upcoming", { holidays: [] }),
    gives("/api/notifications", {
      notifications: [],
      unread: 0,
      pagination: { current: 1, pages: 0, total: 0 },
    }),
    thisMonth(),
  ];
}

/** The employee's present month, of whose days nothing was recorded, or what a test says. */
export function thisMonth(special: Parameters<typeof aMonth>[1] = {}) {
  const key = TODAY.slice(0, 7);
  return gives("/api/timesheets/calendar", {
    days: aMonth(key, special),
    patterns: aPatternOf(key),
    month: OPEN_MONTH,
    earliestMonth: key,
    latestMonth: key,
  });
}

/** A manager's dashboard with nothing on it. */
export function emptyManager() {
  return [
    gives("/api/dashboard", {
      teamMembers: 0,
      entriesToApprove: 0,
      resubmissions: 0,
      absentToday: 0,
      onLeaveToday: 0,
      leaveToDecide: 0,
      olderWaiting: 0,
      unlockRequests: 0,
      weeks: [],
    }),
  ];
}

/** A portal without people: the directories are empty and every count is 0. */
export function nobody() {
  return [
    gives("/api/users", {
      users: [],
      pagination: { current: 1, pages: 0, total: 0 },
      totals: { total: 0, management: 0, teamMembers: 0, hr: 0, administrators: 0, activeToday: 0 },
    }),
    gives("/api/users/stats", {
      stats: { totalUsers: 0, roleBreakdown: { Employee: 0, Manager: 0, HR: 0, Admin: 0 } },
    }),
    gives("/api/dashboard", {
      totalEmployees: 0,
      newHires: 0,
      turnoverRate: null,
      openPositions: 0,
      withoutManager: 0,
      unlockRequests: 0,
      onLeaveToday: 0,
    }),
    gives("/api/timesheets/frozen-users", { users: [] }),
    gives("/api/timesheets/latest-users", { users: [] }),
  ];
}

/** A portal that never rests. */
export function noHolidays() {
  return [gives("/api/holidays", []), gives("/api/holidays/upcoming", { holidays: [] })];
}
