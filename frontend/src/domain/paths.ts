/** The addresses that screens link to, so that a link cannot be mistyped. All addresses there are follow from `app/screens.ts`. */
import { homeOf, roleNamed } from "./roles";

export const paths = {
  /** What several roles have in the area of each. */
  area: (role: string) => ({
    addUser: `${homeOf(role)}/add-user`,
    /** The form with that role chosen. */
    addUserAs: (added: string) => `${homeOf(role)}/add-user?role=${encodeURIComponent(added)}`,
    approvals: `${homeOf(role)}/${roleNamed(role) === "Manager" ? "team-timesheets" : "approvals"}`,
    directUnlock: `${homeOf(role)}/direct-unlock`,
    settings: `${homeOf(role)}/settings`,
    userTimesheets: `${homeOf(role)}/user-timesheets`,
  }),
  landing: "/",
  login: "/login",
  register: "/register",
  forgotPassword: "/auth/forgot-password",
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
    /** The leave year, with that request marked. */
    leaveRequest: (year: number, id: string) =>
      `/employee/leave?year=${year}&request=${encodeURIComponent(id)}`,
    profile: "/employee/profile",
  },
  manager: {
    leaveApprovals: "/manager/leave-approvals",
    leaveCalendar: "/manager/leave-approvals?tab=calendar",
    teamTimesheets: "/manager/team-timesheets",
    resubmissions: "/manager/resubmission-notifications",
  },
  hr: {
    employees: "/hr/employees",
    userTimesheets: "/hr/user-timesheets",
    payroll: "/hr/payroll",
    directUnlock: "/hr/direct-unlock",
    leaveCalendar: "/hr/leave",
    addUser: "/hr/add-user",
  },
  admin: {
    users: "/admin/users",
    userTimesheets: "/admin/user-timesheets",
    directUnlock: "/admin/direct-unlock",
    leaveCalendar: "/admin/leave",
    addUser: "/admin/add-user",
  },
} as const;
