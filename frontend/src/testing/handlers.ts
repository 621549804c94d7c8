/** The answers that most tests need around the one that they are about. */
import type { components } from "../api/schema";
import { aMonth } from "./calendar";
import { aPatternOf, aSession, TODAY } from "./fixtures";
import { http } from "./server";

type Schemas = components["schemas"];

export function sessionAnswers(session: Schemas["SessionData"] = aSession()) {
  return http.get("/api/session", ({ response }) => response(200).json({ success: true, data: session }));
}

/** An employee's dashboard with nothing on it. */
export function emptyEmployee() {
  return [
    http.get("/api/timesheets/my", ({ response }) =>
      response(200).json({ success: true, data: { timesheets: [], weeks: [] } }),
    ),
    http.get("/api/holidays/upcoming", ({ response }) =>
      response(200).json({ success: true, data: { holidays: [] } }),
    ),
    http.get("/api/notifications", ({ response }) =>
      response(200).json({
        success: true,
        data: { notifications: [], unread: 0, pagination: { current: 1, pages: 0, total: 0 } },
      }),
    ),
    thisMonth(),
  ];
}

/** The employee's present month, of whose days nothing was recorded, or what a test says. */
export function thisMonth(special: Parameters<typeof aMonth>[1] = {}) {
  const key = TODAY.slice(0, 7);
  return http.get("/api/timesheets/calendar", ({ response }) =>
    response(200).json({
      success: true,
      data: {
        days: aMonth(key, special),
        patterns: aPatternOf(key),
        earliestMonth: key,
        latestMonth: key,
      },
    }),
  );
}

/** A manager's dashboard with nothing on it. */
export function emptyManager() {
  return [
    http.get("/api/dashboard", ({ response }) =>
      response(200).json({
        success: true,
        data: {
          teamMembers: 0,
          entriesToApprove: 0,
          resubmissions: 0,
          absentToday: 0,
          olderWaiting: 0,
          weeks: [],
        },
      }),
    ),
  ];
}

/** A portal in which nobody is: the directories are empty and every count of people is nought. */
export function nobody() {
  return [
    http.get("/api/users", ({ response }) =>
      response(200).json({
        success: true,
        data: {
          users: [],
          pagination: { current: 1, pages: 0, total: 0 },
          totals: { total: 0, management: 0, teamMembers: 0, hr: 0, administrators: 0, activeToday: 0 },
        },
      }),
    ),
    http.get("/api/users/stats", ({ response }) =>
      response(200).json({
        success: true,
        data: { stats: { totalUsers: 0, roleBreakdown: { Employee: 0, Manager: 0, HR: 0, Admin: 0 } } },
      }),
    ),
    http.get("/api/dashboard", ({ response }) =>
      response(200).json({
        success: true,
        data: { totalEmployees: 0, newHires: 0, turnoverRate: null, openPositions: 0, withoutManager: 0 },
      }),
    ),
    http.get("/api/timesheets/frozen-users", ({ response }) =>
      response(200).json({ success: true, data: { users: [] } }),
    ),
    http.get("/api/timesheets/latest-users", ({ response }) =>
      response(200).json({ success: true, data: { users: [] } }),
    ),
  ];
}

/** A portal that never rests. */
export function noHolidays() {
  return [
    http.get("/api/holidays", ({ response }) => response(200).json({ success: true, data: [] })),
    http.get("/api/holidays/upcoming", ({ response }) =>
      response(200).json({ success: true, data: { holidays: [] } }),
    ),
  ];
}
