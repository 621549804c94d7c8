/** Leave types for tests: those of every portal. */
import type { components } from "../api/schema";

export type LeaveType = components["schemas"]["LeaveType"];

export const ANNUAL: LeaveType = {
  _id: "t1",
  name: "Annual Leave",
  isPaid: true,
  needsApproval: true,
  isLimited: true,
  annualDays: 20,
  carryOverDays: 5,
  carryOverUntil: 3,
  backdateDays: 30,
  isActive: true,
  version: 0,
  next: null,
};

export const SICK: LeaveType = {
  ...ANNUAL,
  _id: "t2",
  name: "Sick Leave",
  needsApproval: false,
  annualDays: 10,
  carryOverDays: 0,
  carryOverUntil: null,
  backdateDays: 7,
};

export const UNPAID: LeaveType = {
  ...SICK,
  _id: "t3",
  name: "Unpaid Leave",
  isPaid: false,
  needsApproval: true,
  isLimited: false,
  annualDays: null,
  backdateDays: 30,
};
