/**
 * Every screen of the portal. Routes, menus, guards, titles and the lists of the browser tests are drawn from it. A menu has its
 * screens in the order in which they stand here. A visitor's browser fetches this list too, so icons are named and not imported, and
 * what a feature reads first stands in a file of its own.
 */
import type { ComponentType } from "react";
import { ROLES } from "../domain/roles";
import { reads as approvals } from "../features/approvals/reads";
import { reads as auditLogs } from "../features/audit/reads";
import * as dashboards from "../features/dashboard/reads";
import { reads as directory } from "../features/directory/reads";
import { reads as employeeDirectory } from "../features/employee-directory/reads";
import { reads as holidays } from "../features/holidays/reads";
import * as leave from "../features/leave/reads";
import { reads as leaveCalendar } from "../features/leave-calendar/reads";
import { reads as months } from "../features/months/reads";
import { reads as notifications } from "../features/notifications/reads";
import { reads as profile } from "../features/profile/reads";
import * as reports from "../features/reports/reads";
import { reads as resubmissions } from "../features/resubmissions/reads";
import * as settings from "../features/settings/reads";
import { reads as timesheet } from "../features/timesheet/reads";
import { reads as unlock } from "../features/unlock/reads";
import { reads as userTimesheets } from "../features/user-timesheets/reads";
import { readsOf as users } from "../features/users/reads";
import type { Screen } from "./screen";
import { reads as standInApprovals } from "./stand-in-approvals-reads";

/** The component of that name, out of its file. Every visitor fetches this list, so each line of it is short. */
const from =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  async () =>
    (await load())[name];

export const screens: readonly Screen[] = [
  {
    at: "/",
    title: "Timesheets, day by day",
    isOpen: true,
    load: from(() => import("../features/landing/landing-page"), "LandingPage"),
  },
  {
    at: "/login",
    title: "Sign In",
    isOpen: true,
    load: from(() => import("../features/auth/login-page"), "LoginPage"),
  },
  {
    at: "/register",
    title: "Registration",
    isOpen: true,
    needs: "manage-people",
    load: from(() => import("../features/registration/registration-page"), "RegistrationPage"),
  },
  {
    at: "/auth/forgot-password",
    title: "Forgot Password?",
    isOpen: true,
    load: from(() => import("../features/auth/forgot-password-page"), "ForgotPasswordPage"),
  },
  {
    at: "/auth/reset-password/:token",
    title: "Reset Password",
    isOpen: true,
    load: from(() => import("../features/auth/reset-password-page"), "ResetPasswordPage"),
  },
  {
    at: "",
    title: "Dashboard",
    roles: ["Employee"],
    menu: { icon: "house" },
    load: from(() => import("../features/dashboard/employee-dashboard"), "EmployeeDashboard"),
    reads: dashboards.ofEmployee,
  },
  {
    at: "",
    title: "Dashboard",
    roles: ["Manager"],
    menu: { icon: "house" },
    load: from(() => import("../features/dashboard/manager-dashboard"), "ManagerDashboard"),
    reads: dashboards.ofManager,
  },
  {
    at: "",
    title: "HR Dashboard",
    roles: ["HR"],
    menu: { label: "Dashboard", icon: "house" },
    load: from(() => import("../features/dashboard/hr-dashboard"), "HrDashboard"),
    reads: dashboards.ofHr,
  },
  {
    at: "",
    title: "Admin Dashboard",
    roles: ["Admin"],
    menu: { label: "Dashboard", icon: "house" },
    load: from(() => import("../features/dashboard/admin-dashboard"), "AdminDashboard"),
    reads: dashboards.ofAdmin,
  },
  {
    at: "",
    title: "Boss Dashboard",
    roles: ["Boss"],
    menu: { label: "Dashboard", icon: "house" },
    load: from(() => import("../features/reports/boss-dashboard"), "BossDashboard"),
    reads: reports.ofBoss,
  },
  {
    at: "timesheet",
    title: "Enhanced Timesheet",
    roles: ["Employee"],
    menu: { label: "Timesheet", icon: "calendar" },
    load: from(() => import("../features/timesheet/timesheet-page"), "TimesheetPage"),
    reads: timesheet,
  },
  {
    at: "notifications",
    title: "Timesheet Notifications",
    roles: ["Employee"],
    menu: { label: "Notifications", badge: "notifications", icon: "bell" },
    load: from(() => import("../features/notifications/notifications-page"), "NotificationsPage"),
    reads: notifications,
  },
  {
    at: "leave",
    title: "Leave",
    roles: ["Employee"],
    menu: {},
    load: from(() => import("../features/leave/leave-page"), "LeavePage"),
    reads: leave.reads,
  },
  {
    at: "team-timesheets",
    title: "Timesheet Approvals",
    roles: ["Manager"],
    menu: { short: "Approvals", icon: "check" },
    load: from(() => import("../features/approvals/approvals-page"), "ApprovalsPage"),
    reads: approvals,
  },
  {
    at: "resubmission-notifications",
    title: "Resubmitted Timesheets",
    roles: ["Manager"],
    menu: { short: "Resubmitted", badge: "notifications", icon: "return" },
    load: from(() => import("../features/resubmissions/resubmissions-page"), "ResubmissionsPage"),
    reads: resubmissions,
  },
  {
    at: "approvals",
    title: "Timesheet Approvals",
    roles: ["HR", "Admin"],
    menu: { label: "Approvals", badge: "notifications", icon: "check", isForSubstitutes: true },
    load: from(() => import("./stand-in-approvals-page"), "StandInApprovalsPage"),
    reads: standInApprovals,
  },
  {
    at: "leave-approvals",
    title: "Leave Approvals",
    roles: ["Manager"],
    menu: { badge: "leave" },
    load: from(() => import("../features/leave/leave-approvals-page"), "LeaveApprovalsPage"),
    reads: leave.ofApprovals,
  },
  {
    at: "employees",
    title: "Employee Directory",
    roles: ["HR"],
    menu: { label: "Employees", icon: "people" },
    load: from(() => import("../features/users/users-page"), "UsersPage"),
    reads: users("Employee", "Manager"),
  },
  {
    at: "users",
    title: "User Management - All Roles",
    roles: ["Admin"],
    menu: { label: "User Management", short: "Users", icon: "people" },
    load: from(() => import("../features/users/users-page"), "UsersPage"),
    reads: users(...ROLES),
  },
  {
    at: "user-timesheets",
    title: "Employee Directory",
    roles: ["HR", "Admin", "Boss"],
    menu: { label: "User Timesheets", short: "Timesheets", icon: "calendar" },
    load: from(
      () => import("../features/employee-directory/employee-directory-page"),
      "EmployeeDirectoryPage",
    ),
    reads: employeeDirectory,
  },
  {
    at: "/user-timesheets/:userId",
    title: "User Timesheets",
    roles: ["HR", "Admin", "Boss"],
    load: from(() => import("../features/user-timesheets/user-timesheets-page"), "UserTimesheetsPage"),
    reads: userTimesheets,
  },
  {
    at: "payroll",
    title: "Payroll Processing",
    roles: ["HR", "Admin"],
    menu: {},
    load: from(() => import("../features/months/payroll-page"), "PayrollPage"),
    reads: months,
  },
  {
    at: "direct-unlock",
    title: "Timesheet Unlock",
    roles: ["Manager", "HR", "Admin"],
    menu: {},
    load: from(() => import("../features/unlock/unlock-page"), "UnlockPage"),
    reads: unlock,
  },
  {
    at: "add-user",
    title: "Add New Employee",
    roles: ["HR", "Admin"],
    menu: {},
    load: from(() => import("../features/registration/add-user-page"), "AddUserPage"),
  },
  {
    at: "import",
    title: "Import and Export",
    roles: ["HR", "Admin"],
    menu: {},
    load: from(() => import("../features/import/import-page"), "ImportPage"),
  },
  {
    at: "holidays",
    title: "Holiday Management",
    roles: ["HR", "Admin"],
    menu: { label: "Holidays" },
    load: from(() => import("../features/holidays/holidays-page"), "HolidaysPage"),
    reads: holidays,
  },
  {
    at: "leave",
    title: "Leave Calendar",
    roles: ["HR", "Admin"],
    menu: {},
    load: from(() => import("../features/leave-calendar/leave-calendar-page"), "LeaveCalendarPage"),
    reads: leaveCalendar,
  },
  {
    at: "reports",
    title: "Team Reports",
    roles: ["Manager"],
    menu: {},
    load: from(() => import("../features/reports/team-reports-page"), "TeamReportsPage"),
    reads: reports.ofPeople,
  },
  {
    at: "reports",
    title: "Attendance Summary Report",
    tabs: { departments: "Departments", headcount: "Headcount", "missing-days": "Missing Days" },
    roles: ["HR", "Boss"],
    menu: { label: "Reports" },
    load: from(() => import("../features/reports/people-reports-page"), "PeopleReportsPage"),
    reads: reports.ofPeople,
  },
  {
    at: "system-reports",
    title: "System Reports",
    roles: ["Admin"],
    menu: {},
    load: from(() => import("../features/reports/system-reports-page"), "SystemReportsPage"),
    reads: reports.ofSystem,
  },
  {
    at: "audit-logs",
    title: "Audit Logs",
    roles: ["Admin"],
    menu: {},
    load: from(() => import("../features/audit/audit-page"), "AuditPage"),
    reads: auditLogs,
  },
  {
    at: "settings",
    title: "HR Settings",
    roles: ["HR"],
    menu: {},
    load: from(() => import("../features/settings/settings-page"), "HrSettingsPage"),
    reads: settings.ofHr,
  },
  {
    at: "settings",
    title: "System Settings",
    roles: ["Admin"],
    menu: {},
    load: from(() => import("../features/settings/settings-page"), "SystemSettingsPage"),
    reads: settings.ofAdmin,
  },
  {
    at: "profile",
    title: "Profile",
    roles: ROLES,
    menu: {},
    load: from(() => import("../features/profile/profile-page"), "ProfilePage"),
    reads: profile,
  },
  {
    at: "/directory",
    title: "Team Directory",
    roles: ROLES,
    menu: {},
    denied: "Please login to view users.",
    load: from(() => import("../features/directory/directory-page"), "DirectoryPage"),
    reads: directory,
  },
];
