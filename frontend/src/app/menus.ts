/** What each role finds in its sidebar: every screen of its area, and the directory that all share. */
import { Bell, CalendarDays, CheckCheck, House, type LucideIcon, RotateCcw, Users } from "lucide-react";
import { paths } from "../domain/paths";
import { type Role, roleNamed } from "../domain/roles";

export type MenuItem = {
  readonly label: string;
  /** Where there is little room. */
  readonly short?: string;
  readonly to: string;
  /** Carries the count of what waits to be read. */
  readonly badge?: true;
  /** Stands in the bar at the foot of a narrow screen, with this mark. */
  readonly icon?: LucideIcon;
};

const directory: MenuItem = { label: "Team Directory", to: paths.directory };

const MENUS: Readonly<Record<Role, readonly MenuItem[]>> = {
  Employee: [
    { label: "Dashboard", to: paths.employee.home, icon: House },
    { label: "Timesheet", to: paths.employee.timesheet, icon: CalendarDays },
    { label: "Notifications", to: paths.employee.notifications, badge: true, icon: Bell },
    { label: "Leave", to: paths.employee.leave },
    { label: "Profile", to: paths.employee.profile },
    directory,
  ],
  Manager: [
    { label: "Dashboard", to: paths.manager.home, icon: House },
    { label: "Timesheet Approvals", short: "Approvals", to: paths.manager.teamTimesheets, icon: CheckCheck },
    {
      label: "Resubmitted Timesheets",
      short: "Resubmitted",
      to: paths.manager.resubmissions,
      badge: true,
      icon: RotateCcw,
    },
    { label: "Leave Approvals", to: paths.manager.leaveApprovals },
    { label: "Timesheet Unlock", to: paths.manager.directUnlock },
    { label: "Team Reports", to: paths.manager.reports },
    { label: "Profile", to: paths.manager.profile },
    directory,
  ],
  HR: [
    { label: "Dashboard", to: paths.hr.home, icon: House },
    { label: "Employees", to: paths.hr.employees, icon: Users },
    { label: "User Timesheets", short: "Timesheets", to: paths.hr.userTimesheets, icon: CalendarDays },
    { label: "Payroll Processing", to: paths.hr.payroll },
    { label: "Timesheet Unlock", to: paths.hr.directUnlock },
    { label: "Add New Employee", to: paths.hr.addUser },
    { label: "Holidays", to: paths.hr.holidays },
    { label: "Attendance Report", to: paths.hr.reports },
    { label: "HR Settings", to: paths.hr.settings },
    { label: "Profile", to: paths.hr.profile },
    directory,
  ],
  Admin: [
    { label: "Dashboard", to: paths.admin.home, icon: House },
    { label: "User Management", short: "Users", to: paths.admin.users, icon: Users },
    { label: "User Timesheets", short: "Timesheets", to: paths.admin.userTimesheets, icon: CalendarDays },
    { label: "Timesheet Unlock", to: paths.admin.directUnlock },
    { label: "Add New Employee", to: paths.admin.addUser },
    { label: "Holidays", to: paths.admin.holidays },
    { label: "System Reports", to: paths.admin.systemReports },
    { label: "Audit Logs", to: paths.admin.auditLogs },
    { label: "System Settings", to: paths.admin.settings },
    { label: "Profile", to: paths.admin.profile },
    directory,
  ],
};

/** The menu of that role; a role that this portal does not know gets the employee's. */
export function menuOf(role: string): readonly MenuItem[] {
  return MENUS[roleNamed(role) ?? "Employee"];
}
