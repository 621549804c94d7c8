/** Answers of the reports for tests: complete, with what a test cares about changed. */
import type { Schemas } from "../domain/types";

export const aTeamRow = (
  userId: string,
  name: string,
  changes: Partial<Schemas["TeamRow"]> = {},
): Schemas["TeamRow"] => ({
  userId,
  name,
  employeeId: "EMP1007",
  forManager: null,
  entries: 12,
  hours: 96.5,
  approved: 8,
  pending: 3,
  rejected: 1,
  missingDates: [],
  daysToDecide: 1.5,
  ...changes,
});

export const aTeamReport = (rows: Schemas["TeamRow"][], total = rows.length): Schemas["TeamReport"] => ({
  summary: {
    entries: 1_240,
    hours: 9_876.5,
    approved: 1_000,
    pending: 200,
    rejected: 40,
    waiting: 190,
    missingDays: 17,
    daysToDecide: 0.5,
  },
  weeks: [
    { weekStart: "2026-10-26", approvedHours: 8, pendingHours: 0, rejectedHours: 0 },
    { weekStart: "2026-11-02", approvedHours: 30, pendingHours: 5.5, rejectedHours: 4 },
  ],
  rows,
  pagination: { current: 1, pages: Math.ceil(total / 20), total },
});

export const aDepartment = (
  department: string | null,
  changes: Partial<Schemas["Department"]> = {},
): Schemas["Department"] => ({
  department,
  employees: 10,
  workingDays: 200,
  presentDays: 180,
  rate: 90,
  missingDays: 3,
  waiting: 7,
  ...changes,
});

export const aManagerRow = (
  managerId: string,
  name: string,
  changes: Partial<Schemas["ManagerRow"]> = {},
): Schemas["ManagerRow"] => ({
  managerId,
  name,
  employeeId: "EMP1003",
  team: 6,
  waiting: 0,
  oldest: null,
  leaveWaiting: 0,
  daysToDecide: null,
  substitute: null,
  ...changes,
});

export const AGES: Schemas["Age"][] = [
  { age: "0-3", entries: 1 },
  { age: "4-7", entries: 2 },
  { age: "8-14", entries: 2 },
  { age: "15+", entries: 1 },
];

export const aJob = (job: string, label: string, changes: Partial<Schemas["Job"]> = {}): Schemas["Job"] => ({
  job,
  label,
  lastRunAt: "2026-11-20T03:00:00Z",
  durationMs: 340,
  result: "ok",
  error: null,
  nextRunAt: "2026-11-21T03:00:00Z",
  isLate: false,
  ...changes,
});

export const aCheck = (
  check: string,
  label: string,
  changes: Partial<Schemas["Check"]> = {},
): Schemas["Check"] => ({ check, label, count: 0, isFine: true, link: null, items: [], ...changes });

export const aBossDashboard = (
  changes: Partial<Schemas["BossDashboard"]> = {},
): Schemas["BossDashboard"] => ({
  employees: 1_234,
  attendanceRate: 91.7,
  missingDays: 40,
  daysToDecide: 1.5,
  waiting: 6,
  onLeaveToday: 3,
  attendanceByMonth: Array.from({ length: 12 }, (_, index) => {
    const month = new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7);
    const isKnown = index > 5;
    return {
      month,
      workingDays: isKnown ? 200 : null,
      presentDays: isKnown ? 180.5 : null,
      rate: isKnown ? 90.3 : null,
      isClosed: index === 6,
    };
  }),
  ages: AGES,
  asOf: "2026-11-20T08:30:00Z",
  ...changes,
});
