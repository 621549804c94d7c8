/** Why a day is open, in a word. Whether it is, and why it is not, the server says; here are only the words for what it says. */
import { formatDay, formatDayOf } from "../../domain/day";
import { fullName } from "../../domain/people";
import type { CalendarDay } from "../../domain/types";
import type { Unlock } from "./api";
import { words } from "./messages";

/** The unlock that the day has or, where it has none that is open, the newest that was used on it. */
export function unlockOf(day: CalendarDay, unlocks: readonly Unlock[]): Unlock | null {
  const isOfDay = (unlock: Unlock) => unlock.status === "approved" && unlock.requestedDate === day.date;
  return unlocks.find((unlock) => isOfDay(unlock) && unlock.isUsed !== day.isUnlocked) ?? null;
}

/** The request for the day that was declined, unless the employee has asked again since, or was given an unlock. */
export function declinedOf(day: CalendarDay, unlocks: readonly Unlock[]): Unlock | null {
  const newest = unlocks.find((unlock) => unlock.requestedDate === day.date);
  return newest?.status === "declined" && day.unlockRequest === null ? newest : null;
}

/** Who decided, and for whom they stood in. */
function deciderOf({ decidedBy, createdBy }: Unlock): { name: string; role: string } {
  const name = fullName(decidedBy ?? createdBy);
  const manager = decidedBy?.onBehalfOf;
  return {
    name: manager ? `${name} for ${fullName(manager)}` : name,
    role: (decidedBy ?? createdBy).role,
  };
}

/** Who unlocked it, and whether that still holds. */
export function unlockWords(day: CalendarDay, unlock: Unlock | null): string {
  const decider = unlock && deciderOf(unlock);
  const by = decider ? ` by ${decider.name} (${decider.role})` : "";
  if (!day.isUnlocked) return `Unlocked${by}, and used.`;
  return day.isEditable ? `Unlocked${by} until you use it.` : `Unlocked${by}.`;
}

/** When it was asked for, and for whom that waits. */
export function waitingWords({ createdAt, waitsFor, expiresOn }: Unlock, timezone: string): string {
  const asked = `You asked for an unlock on ${formatDayOf(createdAt, timezone)}.`;
  return waitsFor && expiresOn ? asked + words.waits[waitsFor](formatDay(expiresOn, "long")) : asked;
}

export function declinedWords(request: Unlock): string {
  const { name, role } = deciderOf(request);
  return `Request declined by ${name} (${role})`;
}

/** A sentence for a day that can be filled; `null` where it cannot, for which the server gives the reason. */
export function whyOpen(day: CalendarDay, unlock: Unlock | null): string | null {
  if (!day.isEditable) return null;
  if (day.isUnlocked) return unlockWords(day, unlock);
  if (day.entry?.status === "rejected")
    return "This day was rejected. You can correct it and submit it again.";
  return day.isToday ? "You can fill in today's timesheet." : "You can fill in this day.";
}
