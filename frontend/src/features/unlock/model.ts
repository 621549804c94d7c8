/** Which people are suggested for what was typed, and what of the form can be told before the server is asked. */
import { ApiError } from "../../api/error";
import { addMonths, firstDay, formatDay, isClosed, monthOf, parseDay } from "../../domain/day";
import { fullName } from "../../domain/people";
import { REASON_BLANK, reasonLength } from "../../domain/reason";
import type { Mistakes } from "../../ui/use-refusal";
import type { Account, UnlockWindow } from "./api";

/** From here on the counter is shown. */
const REASON_NEAR_END = 450;

const SUGGESTED = { untyped: 10, typed: 8 } as const;

export type Suggestions = { readonly people: readonly Account[]; readonly total: number };

/** What is typed, as it is searched for: the server takes no more than an address is long. */
export const wordsOf = (typed: string): string => typed.trim().replaceAll(/\s+/g, " ").slice(0, 254);

/** The first people to choose from: by name, employee ID or department, without regard to case. `total` counts those that fit. */
export function suggestionsFor(
  { users, total }: { readonly users: readonly Account[]; readonly total: number },
  search: string,
): Suggestions {
  if (search === "") return { people: users.slice(0, SUGGESTED.untyped), total };
  const text = search.toLocaleLowerCase("en");
  const fitting = users.filter((person) =>
    [fullName(person), person.employeeId, person.department ?? ""].some((part) =>
      part.toLocaleLowerCase("en").includes(text),
    ),
  );
  return { people: fitting.slice(0, SUGGESTED.typed), total: fitting.length };
}

export const isNearEnd = (reason: string): boolean => reasonLength(reason) > REASON_NEAR_END;

export type Draft = { readonly employeeId: string; readonly date: string; readonly reason: string };
export type FieldName = "employeeId" | "requestedDate" | "reason";

/** The fields that hold nothing yet. */
export function blanksIn({ employeeId, date, reason }: Draft): Mistakes<FieldName> {
  const blanks: Mistakes<FieldName> = {};
  if (employeeId === "") blanks.employeeId = "Please choose an employee.";
  if (date === "") blanks.requestedDate = "Please choose a date.";
  if (reason.trim() === "") blanks.reason = REASON_BLANK;
  return blanks;
}

/** The server's sentence where it will not speak of this person's days: asking again would change nothing. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message !== ""
    ? error.message
    : null;

/** As many days as can stand side by side; a longer window is for the calendar of the date field. */
const PICKS_MAX = 7;

/** The days of a short window, the latest first, without those of closed months. */
export function daysOf({ earliest, latest, closedMonths }: UnlockWindow): readonly string[] {
  const first = parseDay(earliest);
  const last = parseDay(latest);
  if (!first || !last || last.compare(first) >= PICKS_MAX) return [];
  return Array.from({ length: last.compare(first) + 1 }, (_, back) =>
    last.subtract({ days: back }).toString(),
  ).filter((day) => !isClosed(day, closedMonths));
}

/**
 * The first and the last day that the date field offers. It leaves out a closed month at either end; one in between it cannot.
 * Where all are closed, the first comes after the last, and there is none to choose.
 */
export function limitsOf({ earliest, latest, closedMonths }: UnlockWindow) {
  let min = parseDay(earliest);
  while (min && min.toString() <= latest && isClosed(min.toString(), closedMonths))
    min = firstDay(addMonths(monthOf(min), 1));
  let max = parseDay(latest);
  while (max && max.toString() >= earliest && isClosed(max.toString(), closedMonths))
    max = firstDay(monthOf(max)).subtract({ days: 1 });
  return { min: min?.toString(), max: max?.toString() };
}

/** Why a day that was typed will not be opened, where its month is closed. */
export function closedSentence(date: string, window: UnlockWindow | undefined): string | null {
  return window && isClosed(date, window.closedMonths)
    ? `The month ${formatDay(date, "month")} has been processed and is closed`
    : null;
}
