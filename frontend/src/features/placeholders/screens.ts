/** The screens that are named and linked but not built yet: what each is called, and what will be there. */
export type PlannedScreen = { readonly title: string; readonly line: string };

export const planned = {
  register: {
    title: "Registration",
    line: "Employees will register here and receive their employee ID and password.",
  },
  forgotPassword: {
    title: "Forgot Password?",
    line: "You will be able to ask for a link here that lets you set a new password.",
  },
  resetPassword: {
    title: "Reset Password",
    line: "The link from your e-mail will lead here, to set a new password.",
  },
  leave: { title: "Leave", line: "You will ask for leave here and see what was decided." },
  leaveApprovals: {
    title: "Leave Approvals",
    line: "Requests for leave from your team will wait for your decision here.",
  },
  unlock: {
    title: "Timesheet Unlock",
    line: "You will open a locked date here, so that an employee can fill it in.",
  },
  teamReports: {
    title: "Team Reports",
    line: "The attendance of your team will be summed up here, month by month.",
  },
  hrDashboard: {
    title: "HR Dashboard",
    line: "Employees, new hires, turnover and open positions will stand here at a glance.",
  },
  adminDashboard: {
    title: "Admin Dashboard",
    line: "Users, missing timesheets and the latest activity will stand here at a glance.",
  },
  employees: {
    title: "Employee Directory",
    line: "Employees and managers will be listed here, with their profiles and managers.",
  },
  users: {
    title: "User Management - All Roles",
    line: "All accounts will be listed here, with their roles, managers and access.",
  },
  userTimesheets: {
    title: "Employee Directory",
    line: "Every employee will be listed here with the count of timesheets pending, approved and rejected.",
  },
  userTimesheet: {
    title: "User Timesheets",
    line: "The calendar of one person will be shown here, month by month.",
  },
  payroll: { title: "Payroll Processing", line: "We will respond shortly!" },
  addUser: {
    title: "Add New Employee",
    line: "New employees will be added here and receive their employee ID and password.",
  },
  holidays: { title: "Holiday Management", line: "The holidays of the year will be kept here." },
  attendance: {
    title: "Attendance Summary Report",
    line: "Attendance will be summed up here, month by month, with a PDF to download.",
  },
  hrSettings: { title: "HR Settings", line: "The settings of HR will be kept here." },
  systemReports: { title: "System Reports", line: "Reports on the whole portal will stand here." },
  auditLogs: { title: "Audit Logs", line: "Who did what, and when, will be recorded here." },
  systemSettings: { title: "System Settings", line: "The settings of the portal will be kept here." },
  directory: {
    title: "Team Directory",
    line: "Everybody in the organisation will be listed here, with role and department.",
  },
} as const satisfies Record<string, PlannedScreen>;
