/** The addresses of the screens, so that a link cannot be mistyped. */

export const paths = {
  landing: "/",
  login: "/login",
  register: "/register",
  forgotPassword: "/auth/forgot-password",
  directory: "/directory",
  userTimesheets: (userId: string) => `/user-timesheets/${encodeURIComponent(userId)}`,
  employee: {
    home: "/employee",
    timesheet: "/employee/timesheet",
    /** The month of that day, with the day chosen. */
    timesheetOn: (date: string) => `/employee/timesheet?date=${encodeURIComponent(date)}`,
    /** Today, filled in as the last day that was recorded. */
    timesheetAgain: "/employee/timesheet?again=1",
    notifications: "/employee/notifications",
    leave: "/employee/leave",
    profile: "/employee/profile",
  },
  manager: {
    home: "/manager",
    teamTimesheets: "/manager/team-timesheets",
    resubmissions: "/manager/resubmission-notifications",
    leaveApprovals: "/manager/leave-approvals",
    directUnlock: "/manager/direct-unlock",
    reports: "/manager/reports",
    profile: "/manager/profile",
  },
  hr: {
    home: "/hr",
    employees: "/hr/employees",
    userTimesheets: "/hr/user-timesheets",
    payroll: "/hr/payroll",
    directUnlock: "/hr/direct-unlock",
    addUser: "/hr/add-user",
    holidays: "/hr/holidays",
    reports: "/hr/reports",
    settings: "/hr/settings",
    profile: "/hr/profile",
  },
  admin: {
    home: "/admin",
    users: "/admin/users",
    userTimesheets: "/admin/user-timesheets",
    directUnlock: "/admin/direct-unlock",
    addUser: "/admin/add-user",
    holidays: "/admin/holidays",
    systemReports: "/admin/system-reports",
    auditLogs: "/admin/audit-logs",
    settings: "/admin/settings",
    profile: "/admin/profile",
  },
} as const;
