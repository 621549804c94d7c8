/** Short names for the shapes of the API that several screens speak of; the shapes themselves are generated from the server's document. */
import type { components } from "../api/schema";

export type Schemas = components["schemas"];

export type Timesheet = Schemas["Timesheet"];
export type Pattern = Schemas["Pattern"];
export type PatternPeriod = Schemas["PatternPeriod"];
export type CalendarDay = Schemas["CalendarDay"];
export type CalendarMonth = Schemas["CalendarMonth"];
export type LeaveOfDay = Schemas["LeaveOfDay"];
export type TeamLeaveOfDay = Schemas["TeamLeaveOfDay"];
export type Resubmission = Schemas["Resubmission"];
export type Notice = Schemas["Notice"];
export type Holiday = Schemas["Holiday"];
export type WeekStatus = Schemas["WeekStatus"];
export type WeekSummary = Schemas["WeekSummary"];
export type TeamWeekSummary = Schemas["TeamWeek"];
export type Remark = Schemas["Remark"];
export type ManagerDashboard = Schemas["ManagerDashboard"];
export type DirectoryUser = Schemas["DirectoryUser"];
export type PeopleDashboard = Schemas["PeopleDashboard"];
