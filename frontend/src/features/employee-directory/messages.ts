/** The words of the employee directory with its counts. */
import { formatNumber } from "../../domain/format";

const states = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

export const words = {
  title: "Employee Directory",
  subtitle: "Manage and view all employee timesheets",
  /** To somebody who only reads. */
  viewOnly: "View all employee timesheets",
  total: "Total Employees",
  search: "Search employees",
  hint: "Name, employee ID, department or email",
  columns: {
    employee: "Employee",
    email: "Email",
    department: "Department",
    status: "Timesheet Status",
    action: "Action",
  },
  loading: "Loading...",
  failedTitle: "Error Loading Data",
  failed: "Failed to fetch employees",
  countsFailed: "Failed to fetch all timesheets",
  empty: "No employees found",
  emptyLine: "Start by adding employees to the system",
  emptySearch: (search: string) => `Nobody matches “${search}”.`,
  clear: "Show All Employees",
  pages: "Pages of employees",
  noDepartment: "N/A",
  noTimesheets: "No Timesheets",
  count: (count: number, kind: keyof typeof states) => `${formatNumber(count)} ${states[kind]}`,
  unknown: "Not known",
  view: "View",
  viewOf: (name: string) => `View timesheets of ${name}`,
  inactive: "Inactive",
  blocked: "Blocked",
} as const;
