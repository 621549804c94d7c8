/** Months for tests: days as the server would describe them to an employee, with what a test cares about changed. */
import type { components } from "../api/schema";
import { TODAY } from "./fixtures";

type Day = components["schemas"]["CalendarDay"];
type Unlock = components["schemas"]["UnlockRequest"];

export const LOCKED = "This date is locked. Please contact your manager to unlock it.";

export const OPEN_MONTH: components["schemas"]["CalendarMonth"] = {
  isClosed: false,
  revision: null,
  closedAt: null,
};

export const aClosedMonth = (revision = 1): typeof OPEN_MONTH => ({
  isClosed: true,
  revision,
  closedAt: "2026-11-02T09:30:00Z",
});

export function aCalendarDay(date: string, changes: Partial<Day> = {}): Day {
  return {
    date,
    kind: date === TODAY ? "today" : date < TODAY ? "past" : "future",
    isToday: date === TODAY,
    isEditable: date === TODAY,
    reason: date === TODAY ? null : date < TODAY ? LOCKED : "You cannot submit a timesheet for a future date",
    entry: null,
    holiday: null,
    leave: [],
    isUnlocked: false,
    isFrozen: false,
    canAskUnlock: false,
    askRefusal: null,
    unlockRequest: null,
    ...changes,
  };
}

/** Every day of a month, such as `2026-11`, those in `special` as it says. */
export function aMonth(key: string, special: Readonly<Record<string, Partial<Day>>> = {}): Day[] {
  const [year = 0, month = 0] = key.split("-").map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => {
    const date = `${key}-${String(index + 1).padStart(2, "0")}`;
    return aCalendarDay(date, special[date]);
  });
}

export function anUnlock(changes: Partial<Unlock> = {}): Unlock {
  return {
    _id: "01935000-0000-7000-8000-0000000000c1",
    requestedDate: "2026-11-12",
    reason: "Was at the customer without a network",
    status: "approved",
    isAsked: false,
    isUsed: false,
    waitsFor: null,
    expiresOn: null,
    createdAt: "2026-11-19T08:30:00Z",
    createdBy: { firstName: "Helen", lastName: "Fischer", role: "HR" },
    decidedAt: "2026-11-19T08:30:00Z",
    decidedBy: { firstName: "Helen", lastName: "Fischer", role: "HR", onBehalfOf: null },
    decisionComment: null,
    ...changes,
  };
}

/** A request of the signed-in employee that waits. */
export function aRequest(changes: Partial<Unlock> = {}): Unlock {
  return anUnlock({
    status: "pending",
    isAsked: true,
    waitsFor: "manager",
    expiresOn: "2026-11-26",
    createdBy: { firstName: "Ada", lastName: "Lindqvist", role: "Employee" },
    decidedAt: null,
    decidedBy: null,
    ...changes,
  });
}
