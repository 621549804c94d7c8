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

/** A file of a report, with the name that it has if a proxy has lost that of the server on the way. */
const file = <Of>(
  name: string,
  call: (of: Of) => Parameters<typeof downloadFile>[0],
  nameOf: (of: Of) => string,
): Write<Of, string> => ({
  name: `download ${name}`,
  call: (of) => downloadFile(call(of), nameOf(of)),
  done: "Report downloaded",
  failed: "Failed to download the report. Please try again.",
});

const monthly =
  (name: string, ending = "csv") =>
  ({ month, year }: Month) =>
    `${name}_${month}_${year}.${ending}`;
const daily = (name: string) => (today: string) => `${name}_${today}.csv`;
const of = (query: Month) => ({ params: { query }, parseAs: "blob" }) as const;
const WHOLE = { parseAs: "blob" } as const;

export const files = {
  attendancePdf: {
    ...file(
      "attendance",
      (month: Month) => api.GET("/api/users/attendance-summary/pdf", of(month)),
      monthly("Attendance_Report", "pdf"),
    ),
    done: "Attendance report downloaded",
    failed: "Failed to download the attendance report. Please try again.",
  },
  attendance: file(
    "attendance as CSV",
    (month: Month) => api.GET("/api/users/attendance-summary/csv", of(month)),
    monthly("Attendance_Report"),
  ),
  team: file(
    "team report",
    (month: Month) => api.GET("/api/reports/team/csv", of(month)),
    monthly("Team_Report"),
  ),
  departments: file(
    "departments",
    (month: Month) => api.GET("/api/reports/departments/csv", of(month)),
    monthly("Departments"),
  ),
  headcount: file("headcount", () => api.GET("/api/reports/headcount/csv", WHOLE), daily("Headcount")),
  missingDays: file(
    "missing days",
    (month: Month) => api.GET("/api/reports/missing-days/csv", of(month)),
    monthly("Missing_Days"),
  ),
  users: file("system users", () => api.GET("/api/reports/system/users/csv", WHOLE), daily("System_Users")),
  activity: file(
    "system activity",
    () => api.GET("/api/reports/system/activity/csv", WHOLE),
    daily("System_Activity"),
  ),
  approvals: file(
    "system approvals",
    () => api.GET("/api/reports/system/approvals/csv", WHOLE),
    daily("System_Approvals"),
  ),
  health: file(
    "system health",
    () => api.GET("/api/reports/system/health/csv", WHOLE),
    daily("System_Health"),
  ),
};
