/** Why a day is open, in a word. Whether it is, and why it is not, the server says; here are only the words for what it says. */
import { fullName } from "../../domain/people";
import type { CalendarDay } from "../../domain/types";
import type { Unlock } from "./api";
import { words } from "./messages";

/** The unlock that the day has or, where it has none that is open, the newest that was used on it. */
export function unlockOf(day: CalendarDay, unlocks: readonly Unlock[]): Unlock | null {
  return (
    unlocks.find((unlock) => unlock.requestedDate === day.date && unlock.isUsed !== day.isUnlocked) ?? null
  );
}

/** Who unlocked it, and whether that still holds. */
export function unlockWords(day: CalendarDay, unlock: Unlock | null): string {
  const by = unlock ? words.unlockedBy(fullName(unlock.createdBy), unlock.createdBy.role) : "";
  if (!day.isUnlocked) return words.unlockUsed(by);
  return day.isEditable ? words.unlockOpen(by) : words.unlocked(by);
}

/** A sentence for a day that can be filled; `null` where it cannot, for which the server gives the reason. */
export function whyOpen(day: CalendarDay, unlock: Unlock | null): string | null {
  if (!day.isEditable) return null;
  if (day.isUnlocked) return unlockWords(day, unlock);
  if (day.entry?.status === "rejected") return words.cameBack;
  return day.isToday ? words.todayOpen : words.dayOpen;
}
