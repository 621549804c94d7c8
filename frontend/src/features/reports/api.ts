/** What the reports ask for: of the team for a manager, of everyone for HR, administrators and the Boss; which of them, the server knows. */
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { read } from "../../api/read";
import type { Write } from "../../api/send";
import type { Month } from "../../domain/day";
import { rowsOf } from "./model";
import { AS_OPENED, attendanceRead } from "./reads";

type Dated = { readonly answer: Parameters<typeof rowsOf>[0]; readonly at: string };

const shown = ({ answer, at }: Dated) => ({ rows: rowsOf(answer), at });

export const attendanceOf = (month: Month) => ({ ...attendanceRead(month), select: shown });

type Asked = { readonly queryKey: readonly unknown[] };

/** A page stands in for the next one until that is here; a page of another month would show wrong figures. */
const withinMonth =
  ({ year, month }: Month) =>
  <Data>(previous: Data | undefined, asked: Asked | undefined): Data | undefined => {
    const of = asked?.queryKey[2] as { readonly query: Month } | undefined;
    return of?.query.year === year && of.query.month === month ? previous : undefined;
  };

export const teamReport = (month: Month, page: number) => ({
  ...read("/api/reports/team", { query: { ...month, page } }, AS_OPENED),
  placeholderData: withinMonth(month),
});

export const departmentsOf = (month: Month, page: number) => ({
  ...read("/api/reports/departments", { query: { ...month, page } }, AS_OPENED),
  placeholderData: withinMonth(month),
});

export const headcount = () => read("/api/reports/headcount", {}, AS_OPENED);

export const missingDaysOf = (month: Month, page: number) => ({
  ...read("/api/reports/missing-days", { query: { ...month, page } }, AS_OPENED),
  placeholderData: withinMonth(month),
});

export const systemActivity = () => read("/api/reports/system/activity", {}, AS_OPENED);

export const systemApprovals = (page: number) =>
  read("/api/reports/system/approvals", { query: { page } }, AS_OPENED);

export const systemJobs = () => read("/api/reports/system/jobs", {}, AS_OPENED);

export const systemHealth = () => read("/api/reports/system/health", {}, AS_OPENED);

const SAID = {
  done: "Report downloaded",
  failed: "Failed to download the report. Please try again.",
} as const;

// `name` begins the file's name if a proxy has dropped the server's.
const ofMonth = (
  what: string,
  path:
    | `/api/reports/${"team" | "departments" | "missing-days"}/csv`
    | `/api/users/attendance-summary/${"csv" | "pdf"}`,
  name: string,
): Write<Month, string> => ({
  ...SAID,
  name: `download ${what}`,
  call: (query) =>
    downloadFile(
      api.GET(path, { params: { query }, parseAs: "blob" }),
      `${name}_${query.month}_${query.year}.${path.slice(-3)}`,
    ),
});

const ofDay = (
  what: string,
  path: `/api/reports/${"headcount" | `system/${"users" | "activity" | "approvals" | "health"}`}/csv`,
  name: string,
): Write<string, string> => ({
  ...SAID,
  name: `download ${what}`,
  call: (today) => downloadFile(api.GET(path, { parseAs: "blob" }), `${name}_${today}.csv`),
});

export const files = {
  attendancePdf: {
    ...ofMonth("attendance", "/api/users/attendance-summary/pdf", "Attendance_Report"),
    done: "Attendance report downloaded",
    failed: "Failed to download the attendance report. Please try again.",
  },
  attendance: ofMonth("attendance as CSV", "/api/users/attendance-summary/csv", "Attendance_Report"),
  team: ofMonth("team report", "/api/reports/team/csv", "Team_Report"),
  departments: ofMonth("departments", "/api/reports/departments/csv", "Departments"),
  missingDays: ofMonth("missing days", "/api/reports/missing-days/csv", "Missing_Days"),
  headcount: ofDay("headcount", "/api/reports/headcount/csv", "Headcount"),
  users: ofDay("system users", "/api/reports/system/users/csv", "System_Users"),
  activity: ofDay("system activity", "/api/reports/system/activity/csv", "System_Activity"),
  approvals: ofDay("system approvals", "/api/reports/system/approvals/csv", "System_Approvals"),
  health: ofDay("system health", "/api/reports/system/health/csv", "System_Health"),
};
