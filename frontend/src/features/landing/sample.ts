/** The month that the start page shows: a sample, so that a visitor sees the portal before signing in. */
import { CalendarDate } from "@internationalized/date";
import type { GridDay } from "../../calendar/days";
import type { StatusKind } from "../../ui/status";

export const sampleMonth = { year: 2026, month: 6 } as const;
export const sampleToday = new CalendarDate(2026, 6, 26);
export const sampleMonday = new CalendarDate(2026, 6, 22);
export const samplePerson = { name: "Maya Lindqvist", employeeId: "EMP1042" } as const;

type Entry = {
  readonly hours: number;
  readonly text: string;
  readonly status: "approved" | "pending" | "rejected";
  readonly comment?: string;
};

const entries: Readonly<Record<number, Entry>> = {
  1: { hours: 9, text: "Kick-off with the harbour office, notes sent round.", status: "approved" },
  2: { hours: 9, text: "Drawings for the east quay.", status: "approved" },
  3: { hours: 5, text: "Drawings, half a day.", status: "approved" },
  4: { hours: 9, text: "Site visit with the surveyors.", status: "approved" },
  5: { hours: 8, text: "Report on the visit.", status: "approved" },
  8: { hours: 9, text: "Quantities for the tender.", status: "approved" },
  9: { hours: 9, text: "Quantities for the tender.", status: "approved" },
  10: { hours: 8.5, text: "Tender reviewed with Jonas.", status: "approved" },
  11: { hours: 9, text: "Tender sent. Filing.", status: "approved" },
  12: { hours: 7.5, text: "Training: new survey software.", status: "approved" },
  15: { hours: 9, text: "Foundations, first calculation.", status: "approved" },
  16: { hours: 9, text: "Foundations, second calculation.", status: "approved" },
  17: {
    hours: 12,
    text: "Foundations.",
    status: "rejected",
    comment: "Twelve hours? Please check, and say what was done.",
  },
  18: { hours: 9, text: "Calculations checked with the client.", status: "approved" },
  22: { hours: 9, text: "Plans for the north pier.", status: "pending" },
  23: { hours: 9, text: "Plans for the north pier, load cases.", status: "pending" },
  24: { hours: 5, text: "Client meeting in the morning.", status: "pending" },
  25: { hours: 8.5, text: "Load cases, second pass.", status: "pending" },
  26: { hours: 8, text: "Review, and the week's report.", status: "pending" },
};

export const sampleHoliday = { day: 19, name: "Midsummer Eve, a holiday." } as const;
const weekends: ReadonlySet<number> = new Set([6, 7, 13, 14, 20, 21, 27, 28]);
const DAYS_IN_MONTH = 30;

export function sampleEntry(day: number, weekApproved: boolean): Entry | null {
  const entry = entries[day];
  if (entry === undefined) return null;
  return weekApproved && entry.status === "pending" ? { ...entry, status: "approved" } : entry;
}

function statusOf(date: CalendarDate, entry: Entry | null): StatusKind {
  if (entry !== null) return entry.status;
  if (date.day === sampleHoliday.day) return "holiday";
  if (weekends.has(date.day)) return "weekend";
  return date.compare(sampleToday) > 0 ? "future" : "past";
}

export function sampleDays(weekApproved: boolean): ReadonlyMap<string, GridDay> {
  const days = new Map<string, GridDay>();
  for (let day = 1; day <= DAYS_IN_MONTH; day += 1) {
    const date = new CalendarDate(sampleMonth.year, sampleMonth.month, day);
    const entry = sampleEntry(day, weekApproved);
    days.set(date.toString(), {
      status: statusOf(date, entry),
      hours: entry?.hours ?? null,
      isUnlocked: false,
      canFill: false,
      reason: null,
      leave: [],
    });
  }
  return days;
}

export function sampleWeekHours(): number {
  return [22, 23, 24, 25, 26].reduce((sum, day) => sum + (entries[day]?.hours ?? 0), 0);
}
