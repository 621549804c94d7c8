/** Every address of the portal, what is shown there, and to whom. Each screen is a chunk of its own, loaded when it is first asked for. */
import type { ComponentType } from "react";
import { type LazyRouteFunction, type RouteObject, replace } from "react-router";
import { paths } from "../domain/paths";
import { ROLES, type Role } from "../domain/roles";
import { type PlannedScreen, planned } from "../features/placeholders/screens";
import { messages } from "../messages/en";
import { Guard, Loading } from "./guard";
import { PublicFrame } from "./public-frame";
import { RegistrationGate } from "./registration-gate";
import { Root } from "./root";
import type { RouteHandle } from "./route-change";
import { RouteError } from "./route-error";

type Load = () => Promise<ComponentType>;

/** A screen at `path` (its parent's own address where there is none), with the title that the tab then has. */
function screen(path: string | null, title: string, load: Load, denied?: string): RouteObject {
  const lazy: LazyRouteFunction<RouteObject> = async () => ({ Component: await load() });
  const handle: RouteHandle = { title, ...(denied === undefined ? {} : { denied }) };
  return path === null ? { index: true, handle, lazy } : { path, handle, lazy };
}

/** A screen that is still to come. */
function toCome(path: string | null, plan: PlannedScreen): RouteObject {
  return screen(path, plan.title, async () => {
    const { PlaceholderPage } = await import("../features/placeholders/placeholder-page");
    return () => <PlaceholderPage screen={plan} />;
  });
}

const profile = () =>
  screen("profile", "Profile", async () => (await import("../features/profile/profile-page")).ProfilePage);

const addUser = () =>
  screen(
    "add-user",
    "Add New Employee",
    async () => (await import("../features/registration/add-user-page")).AddUserPage,
  );

const employeeDirectory = () =>
  screen(
    "user-timesheets",
    "Employee Directory",
    async () =>
      (await import("../features/employee-directory/employee-directory-page")).EmployeeDirectoryPage,
  );

const directUnlock = () =>
  screen(
    "direct-unlock",
    "Timesheet Unlock",
    async () => (await import("../features/unlock/unlock-page")).UnlockPage,
  );

const holidays = () =>
  screen(
    "holidays",
    "Holiday Management",
    async () => (await import("../features/holidays/holidays-page")).HolidaysPage,
  );

/** One screen for HR and Admin: what is on it goes by who looks. */
const users: Load = async () => (await import("../features/users/users-page")).UsersPage;

function area(path: string | null, allowed: readonly Role[], children: RouteObject[]): RouteObject {
  const element = <Guard allowed={allowed} />;
  // A screen that fails to load or to render leaves the frame around it standing.
  return path === null
    ? { element, children: [{ errorElement: <RouteError framed />, children }] }
    : { path, element, children: [{ errorElement: <RouteError framed />, children }] };
}

function redirectTo(from: string, to: string): RouteObject {
  return { path: from, loader: () => replace(to) };
}

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        element: <PublicFrame foot />,
        children: [
          screen(
            null,
            "Timesheets, day by day",
            async () => (await import("../features/landing/landing-page")).LandingPage,
          ),
        ],
      },
      {
        element: <PublicFrame />,
        children: [
          screen("login", "Sign In", async () => (await import("../features/auth/login-page")).LoginPage),
          {
            element: <RegistrationGate />,
            children: [
              screen(
                "register",
                "Registration",
                async () => (await import("../features/registration/registration-page")).RegistrationPage,
              ),
            ],
          },
          screen(
            "auth/forgot-password",
            "Forgot Password?",
            async () => (await import("../features/auth/forgot-password-page")).ForgotPasswordPage,
          ),
          screen(
            "auth/reset-password/:token",
            "Reset Password",
            async () => (await import("../features/auth/reset-password-page")).ResetPasswordPage,
          ),
        ],
      },
      area(
        "employee",
        ["Employee"],
        [
          screen(
            null,
            "Dashboard",
            async () => (await import("../features/dashboard/employee-dashboard")).EmployeeDashboard,
          ),
          screen(
            "timesheet",
            "Enhanced Timesheet",
            async () => (await import("../features/timesheet/timesheet-page")).TimesheetPage,
          ),
          screen(
            "notifications",
            "Timesheet Notifications",
            async () => (await import("../features/notifications/notifications-page")).NotificationsPage,
          ),
          toCome("leave", planned.leave),
          profile(),
        ],
      ),
      area(
        "manager",
        ["Manager"],
        [
          screen(
            null,
            "Dashboard",
            async () => (await import("../features/dashboard/manager-dashboard")).ManagerDashboard,
          ),
          screen(
            "team-timesheets",
            "Timesheet Approvals",
            async () => (await import("../features/approvals/approvals-page")).ApprovalsPage,
          ),
          screen(
            "resubmission-notifications",
            "Resubmitted Timesheets",
            async () => (await import("../features/resubmissions/resubmissions-page")).ResubmissionsPage,
          ),
          toCome("leave-approvals", planned.leaveApprovals),
          directUnlock(),
          screen(
            "reports",
            "Team Reports",
            async () => (await import("../features/attendance/attendance-page")).TeamReportsPage,
          ),
          profile(),
        ],
      ),
      area(
        "hr",
        ["HR"],
        [
          screen(
            null,
            "HR Dashboard",
            async () => (await import("../features/dashboard/hr-dashboard")).HrDashboard,
          ),
          screen("employees", "Employee Directory", users),
          employeeDirectory(),
          toCome("payroll", planned.payroll),
          directUnlock(),
          addUser(),
          holidays(),
          screen(
            "reports",
            "Attendance Summary Report",
            async () => (await import("../features/attendance/attendance-page")).AttendanceReportPage,
          ),
          toCome("settings", planned.hrSettings),
          profile(),
        ],
      ),
      area(
        "admin",
        ["Admin"],
        [
          screen(
            null,
            "Admin Dashboard",
            async () => (await import("../features/dashboard/admin-dashboard")).AdminDashboard,
          ),
          screen("users", "User Management - All Roles", users),
          employeeDirectory(),
          directUnlock(),
          addUser(),
          holidays(),
          toCome("system-reports", planned.systemReports),
          toCome("audit-logs", planned.auditLogs),
          toCome("settings", planned.systemSettings),
          profile(),
        ],
      ),
      area(
        null,
        ["HR", "Admin"],
        [
          screen(
            "user-timesheets/:userId",
            "User Timesheets",
            async () => (await import("../features/user-timesheets/user-timesheets-page")).UserTimesheetsPage,
          ),
        ],
      ),
      area(null, ROLES, [
        screen(
          "directory",
          "Team Directory",
          async () => (await import("../features/directory/directory-page")).DirectoryPage,
          messages.guard.deniedUsers,
        ),
      ]),
      redirectTo("dashboard", paths.employee.home),
      redirectTo("employee-dashboard", paths.employee.home),
      redirectTo("manager-dashboard", paths.manager.home),
      redirectTo("hr-dashboard", paths.hr.home),
      redirectTo("admin-dashboard", paths.admin.home),
      redirectTo("*", paths.landing),
    ],
  },
];
