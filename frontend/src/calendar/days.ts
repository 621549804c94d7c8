/** From the server's day to the day of the grid. All decisions (what kind, whether it can be filled, why not) are the server's. */
import { formatHours } from "../domain/format";
import type { CalendarDay } from "../domain/types";
import type { StatusKind } from "../ui/status";
import { leaveMark } from "../ui/status-words";
import { leaveText } from "./leave";

export type GridDay = {
  readonly status: StatusKind;
  /** What the calendar says. The session is asked for apart, and for a moment after midnight still names the day before. */
  readonly isToday?: boolean;
  /** Instead of the usual word: "Saving..." or the name of a holiday. */
  readonly word?: string | undefined;
  readonly hours: number | null;
  /** An entry with an open unlock: a purple ring round its own colour. */
  readonly isUnlocked: boolean;
  readonly canFill: boolean;
  /** There is nothing to open: the keyboard reaches it to have its reason read out, and a click does nothing. */
  readonly isClosed?: boolean;
  /** Why it cannot be filled, as a tooltip too. */
  readonly reason: string | null;
  /** Its leave: the mark where half of it stands beside something else, and what it is, to be read out. */
  readonly leave: readonly { readonly kind: StatusKind; readonly text: string }[];
};

const isPending = ({ status }: CalendarDay["leave"][number]) => status === "pending";

export function statusOf(day: CalendarDay): StatusKind {
  if (day.kind === "entry" && day.entry) return day.entry.status;
  if (day.kind === "entry") return "none";
  if (day.kind === "leave") return day.leave.some(isPending) ? "leave-pending" : "leave";
  if (day.kind === "past" && day.isFrozen) return "frozen";
  return day.kind;
}

/** The days of the signed-in employee; those in `saving` are on their way to the server. */
export function gridDays(
  days: readonly CalendarDay[],
  saving: readonly string[],
): ReadonlyMap<string, GridDay> {
  return new Map(
    days.map((day) => [
      day.date,
      {
        ...drawn(day),
        ...(saving.includes(day.date) ? { status: "pending", word: "Saving..." } : {}),
        canFill: day.isEditable,
        reason: day.reason ?? (day.kind === "holiday" ? (day.holiday?.name ?? null) : null),
      },
    ]),
  );
}

/** The days of somebody else, to be read. A day off has nothing to open, unless something was recorded on it. */
export function gridDaysToRead(
  days: readonly CalendarDay[],
  holidayTip: string,
): ReadonlyMap<string, GridDay> {
  return new Map(
    days.map((day) => [
      day.date,
      {
        ...drawn(day),
        canFill: false,
        isClosed: (day.kind === "weekend" || day.kind === "day-off") && day.leave.length === 0,
        reason: day.kind === "holiday" ? holidayTip : isSpokenFor(day) ? null : day.reason,
      },
    ]),
  );
}

/** An entry and leave say by themselves what the day is. */
const isSpokenFor = ({ kind }: CalendarDay) => kind === "entry" || kind === "leave";

/** What a legend says of leave, in a month that has some that waits. */
export const leaveLegend = (days: readonly CalendarDay[]) =>
  days.some((day) => day.leave.some(isPending))
    ? ["leave" as const, { kind: "leave-pending" as const, word: "Leave, pending" }]
    : ["leave" as const];

function drawn(day: CalendarDay) {
  return {
    status: statusOf(day),
    isToday: day.isToday,
    hours: day.entry?.hours ?? null,
    isUnlocked: day.isUnlocked && day.entry !== null,
    leave: day.leave.map((one) => ({ kind: leaveMark(one), text: leaveText(one) })),
  };
}

/** The days of a month in a sentence: what is recorded, and how it stands. */
export function monthSummary(days: readonly CalendarDay[]): {
  hours: string;
  counts: { kind: StatusKind; count: number }[];
} {
  const entries = days.flatMap((day) => (day.entry ? [day.entry] : []));
  const standing = entries.filter((entry) => entry.status !== "rejected");
  return {
    hours: formatHours(standing.reduce((sum, entry) => sum + entry.hours, 0)),
    counts: (["approved", "pending", "rejected"] as const)
      .map((kind) => ({ kind, count: entries.filter((entry) => entry.status === kind).length }))
      .filter(({ count }) => count > 0),
  };
}
