/** Things of the API for tests: complete, with what a test cares about changed. */
import { roleNamed } from "../domain/roles";
import type { Schemas } from "../domain/types";

/** A Friday; the tests' today. */
export const TODAY = "2026-11-20";

const LATER = "2026-11-20T20:00:00Z";
const EARLIER = "2026-11-02T08:00:00Z";

export function aSessionUser(changes: Partial<Schemas["SessionUser"]> = {}): Schemas["SessionUser"] {
  return {
    id: "01935000-0000-7000-8000-000000000001",
    employeeId: "EMP1007",
    firstName: "Ada",
    lastName: "Lindqvist",
    email: "ada@daybook.example",
    role: "Employee",
    isFirstLogin: false,
    ...changes,
  };
}

/** As the server answers; see the table in docs/access.md. */
const ABLE: Record<Schemas["Role"], Pick<Schemas["SessionData"], "can" | "manages">> = {
  Employee: { can: ["record-days", "read-timesheets", "read-holidays", "read-entry-history"], manages: [] },
  Manager: {
    can: [
      "read-timesheets",
      "decide-timesheets",
      "unlock-dates",
      "read-holidays",
      "read-attendance",
      "see-team-dashboard",
      "list-people",
      "read-entry-history",
    ],
    manages: [],
  },
  HR: { can: ofStaff(), manages: ["Employee", "Manager"] },
  Admin: {
    can: [...ofStaff(), "block-people", "read-audit-log"],
    manages: ["Employee", "Manager", "HR", "Admin", "Boss"],
  },
  Boss: { can: ["read-timesheets", "read-holidays", "read-attendance", "see-reports"], manages: [] },
};

function ofStaff(): Schemas["Capability"][] {
  return [
    "read-timesheets",
    "unlock-dates",
    "read-holidays",
    "manage-holidays",
    "read-attendance",
    "see-salaries",
    "list-people",
    "see-people-figures",
    "keep-figures",
    "manage-people",
    "read-entry-history",
    "see-reports",
  ];
}

export function aSession(changes: Partial<Schemas["SessionData"]> = {}): Schemas["SessionData"] {
  const user = changes.user ?? aSessionUser();
  return {
    user,
    ...ABLE[roleNamed(user.role) ?? "Employee"],
    today: TODAY,
    timezone: "UTC",
    expiresAt: LATER,
    badges: { notifications: 0, leave: 0 },
    substituteFor: [],
    ...changes,
  };
}

export function aPortal(changes: Partial<Schemas["PortalData"]> = {}): Schemas["PortalData"] {
  return {
    organisation: "Daybook",
    selfRegistration: true,
    timezone: "UTC",
    passwordMinimum: 6,
    workingDays: [1, 2, 3, 4, 5],
    fullDayHours: 9,
    halfDayHours: 5,
    ...changes,
  };
}

/** One pattern for a whole month, such as `2026-11`. */
export function aPatternOf(
  month: string,
  changes: Partial<Schemas["Pattern"]> = {},
): Schemas["PatternPeriod"][] {
  const pattern = { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5, ...changes };
  return [{ from: `${month}-01`, to: `${month}-31`, pattern }];
}

export function aUser(changes: Partial<Schemas["User"]> = {}): Schemas["User"] {
  return {
    _id: "01935000-0000-7000-8000-000000000001",
    employeeId: "EMP1007",
    firstName: "Ada",
    lastName: "Lindqvist",
    email: "ada@daybook.example",
    phoneNumber: null,
    role: "Employee",
    department: "Engineering",
    designation: null,
    position: "Surveyor",
    joiningDate: "2024-03-04",
    recordsFrom: null,
    isActive: true,
    isBlocked: false,
    isFirstLogin: false,
    managerId: null,
    updatedAt: EARLIER,
    ...changes,
  };
}

export function aTimesheet(changes: Partial<Schemas["Timesheet"]> = {}): Schemas["Timesheet"] {
  return {
    _id: "01935000-0000-7000-8000-0000000000a1",
    date: TODAY,
    hours: 9,
    description: "Plans for the north pier",
    status: "pending",
    approvalComments: null,
    isResubmission: false,
    createdAt: EARLIER,
    updatedAt: EARLIER,
    user: {
      _id: "01935000-0000-7000-8000-000000000001",
      firstName: "Ada",
      lastName: "Lindqvist",
      employeeId: "EMP1007",
    },
    ...changes,
  };
}

/** A rejected day that came back corrected. */
export function aResubmission(
  id: string,
  changes: Partial<Schemas["Resubmission"]> = {},
): Schemas["Resubmission"] {
  return {
    _id: id,
    status: "pending",
    timesheet: { _id: `t-${id}`, date: "2026-11-18", hours: 7.5, description: "Site visit and minutes" },
    employee: { _id: "u1", firstName: "Ada", lastName: "Berg", employeeId: "EMP1007" },
    weekStart: "2026-11-16",
    previous: { hours: 9, description: "Site visit" },
    originalRejectionComment: "Please split the visit from the minutes.",
    createdAt: "2026-11-19T08:00:00Z",
    forManager: null,
    ...changes,
  };
}

export function aHoliday(changes: Partial<Schemas["Holiday"]> = {}): Schemas["Holiday"] {
  return {
    id: "01935000-0000-7000-8000-0000000000b1",
    date: "2026-12-25",
    startDate: "2026-12-25",
    formattedDate: "Friday, December 25, 2026",
    name: "Christmas Day",
    description: null,
    isRecurring: false,
    endYear: null,
    createdBy: { firstName: "Helga", lastName: "Roth" },
    ...changes,
  };
}

/** The credentials of somebody who has a password alone, and needs no more. */
export const NO_FACTOR: Schemas["OwnCredentials"] = {
  totp: null,
  recoveryLeft: 0,
  identities: [],
  isRequired: false,
  requiredFrom: null,
};

export function aRefusal(
  code: Schemas["ErrorCode"],
  message: string,
  changes: Partial<Schemas["ErrorEnvelope"]> = {},
): Schemas["ErrorEnvelope"] {
  return { success: false, code, message, requestId: "req-1", ...changes };
}
