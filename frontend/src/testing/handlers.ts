/** The answers that most tests need around the one that they are about. */
import type { components } from "../api/schema";
import { aSession } from "./fixtures";
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
  ];
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
