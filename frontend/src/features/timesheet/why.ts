/** Why a day is open, in a word. Whether it is, and why it is not, the server says; here are only the words for what it says. */
import { fullName } from "../../domain/people";
import type { CalendarDay } from "../../domain/types";
import type { Unlock } from "./api";

/** The unlock that the day has or, where it has none that is open, the newest that was used on it. */
export function unlockOf(day: CalendarDay, unlocks: readonly Unlock[]): Unlock | null {
  return (
    unlocks.find((unlock) => unlock.requestedDate === day.date && unlock.isUsed !== day.isUnlocked) ?? null
  );
}

/** Who unlocked it, and whether that still holds. */
export function unlockWords(day: CalendarDay, unlock: Unlock | null): string {
  const by = unlock ? ` by ${fullName(unlock.createdBy)} (${unlock.createdBy.role})` : "";
  if (!day.isUnlocked) return `Unlocked${by}, and used.`;
  return day.isEditable ? `Unlocked${by} until you use it.` : `Unlocked${by}.`;
}

/** A sentence for a day that can be filled; `null` where it cannot, for which the server gives the reason. */
export function whyOpen(day: CalendarDay, unlock: Unlock | null): string | null {
  if (!day.isEditable) return null;
  if (day.isUnlocked) return unlockWords(day, unlock);
  if (day.entry?.status === "rejected") return "This day came back. You can correct it and submit it again.";
  return day.isToday ? "Today can be filled in." : "This day can be filled in.";
}
