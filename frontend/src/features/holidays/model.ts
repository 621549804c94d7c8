/** Which years can be looked at, and where today stands among the holidays of one. */
import { parseDay } from "../../domain/day";
import type { Holiday } from "../../domain/types";

const AROUND = 2;

export const yearOf = (date: string): number => Number(date.slice(0, 4));

/** The present year, the two before it and the two after it. */
export function yearsAround(today: string): readonly number[] {
  const first = yearOf(today) - AROUND;
  return Array.from({ length: 2 * AROUND + 1 }, (_, index) => first + index);
}

export type Standing = "past" | "today" | "next" | "later";

/** `next` is the soonest after today: the server knows which, whatever year is looked at. */
export function standingOf(holiday: Holiday, today: string, upcoming: readonly Holiday[]): Standing {
  if (holiday.date < today) return "past";
  if (holiday.date === today) return "today";
  return upcoming.find((one) => one.date > today)?.date === holiday.date ? "next" : "later";
}

/** How many days lie between two days. */
export function daysUntil(date: string, today: string): number {
  const from = parseDay(today);
  return from ? (parseDay(date)?.compare(from) ?? 0) : 0;
}

/** A repeating holiday appears once a year with the same id, so the date belongs to the key. */
export const keyOf = ({ id, date }: Holiday): string => `${id} ${date}`;
