/** Months and payroll for tests: complete, with what a test cares about changed. */
import type { Schemas } from "../domain/types";

export const CHECKSUM = "e28321a5d6c6781d0c4790ab09134ce22a9ae57b4578ae1c125acfe1ccd58f31";
const HANNA = { _id: "01935000-0000-7000-8000-0000000000f1", firstName: "Hanna", lastName: "Roth" };

export const aRevision = (changes: Partial<Schemas["Revision"]> = {}): Schemas["Revision"] => ({
  revision: 1,
  closedAt: "2026-11-02T08:30:00Z",
  closedBy: HANNA,
  reason: null,
  employees: 12,
  blocked: 0,
  currency: "EUR",
  checksum: CHECKSUM,
  exportedAt: null,
  exportedBy: null,
  reopenedAt: null,
  reopenedBy: null,
  reopenReason: null,
  ...changes,
});

/** Over, and never closed. */
export const anOpenMonth = (month: string, changes: Partial<Schemas["Month"]> = {}): Schemas["Month"] => ({
  month,
  state: "open",
  isOver: true,
  closableFrom: "2026-11-01",
  revision: 0,
  newest: null,
  check: null,
  ...changes,
});

export const aClosedMonth = (
  month: string,
  changes: Partial<Schemas["Month"]> = {},
  newest: Schemas["Revision"] = aRevision(),
): Schemas["Month"] => anOpenMonth(month, { state: "closed", revision: newest.revision, newest, ...changes });

export const aReadiness = (changes: Partial<Schemas["Readiness"]> = {}): Schemas["Readiness"] => ({
  employees: 12,
  ready: 10,
  blocked: 2,
  pendingEntries: 3,
  rejectedEntries: 1,
  frozenDays: 2,
  pendingLeave: 4,
  nobodyCanDecide: 1,
  missingDays: 0,
  missingSalary: 0,
  ...changes,
});

/** Somebody who is ready. */
export const aReadinessRow = (
  userId: string,
  name: string,
  changes: Partial<Schemas["ReadinessRow"]> = {},
): Schemas["ReadinessRow"] => ({
  userId,
  employeeId: "EMP1007",
  name,
  department: "Works",
  manager: { _id: "mira", firstName: "Mira", lastName: "Holt" },
  isReady: true,
  pendingEntries: 0,
  rejectedDates: [],
  frozenDates: [],
  pendingLeave: 0,
  nobodyCanDecide: false,
  missingDays: 0,
  remindedToday: { manager: false, employee: false },
  ...changes,
});

export const aPayrollRow = (
  userId: string,
  name: string,
  changes: Partial<Schemas["PayrollRow"]> = {},
): Schemas["PayrollRow"] => ({
  userId,
  employeeId: "EMP1003",
  name,
  department: "Works",
  scheduledDays: 21,
  workingDays: 14,
  approvedDays: 10.5,
  pendingDays: 0,
  paidLeave: 0,
  unpaidLeave: 0,
  absentDays: 3.5,
  payableDays: 10.5,
  extraDays: 0,
  approvedHours: 95,
  annualSalary: 36_000,
  salarySince: null,
  monthlyBase: 3_000,
  grossPay: 1_500,
  salaryMissing: false,
  ...changes,
});

export const totals = (changes: Partial<Schemas["PayrollTotals"]> = {}): Schemas["PayrollTotals"] => ({
  employees: 2,
  payableDays: 31.5,
  monthlyBase: 3_000,
  grossPay: 1_500,
  missingSalary: 1,
  ...changes,
});

export const onePage = (total: number) => ({ current: 1, pages: 1, total });
