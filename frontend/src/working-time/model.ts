/** A work pattern between the server and its form. */
import { parseDay } from "../domain/day";
import { hoursFigure } from "../domain/format";
import { parseHours } from "../domain/hours";
import type { Pattern } from "../domain/types";
import type { Mistakes } from "../ui/use-refusal";
import type { PatternRow, Saving, WorkPatterns } from "./api";
import { words } from "./messages";

/** ISO numbers of the weekdays. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export type Draft = {
  readonly from: string;
  /** The chosen weekdays as a text of their numbers, such as `12345`. */
  readonly days: string;
  readonly fullDayHours: string;
  readonly halfDayHours: string;
  readonly usesOrganisations: boolean;
};

export const draftOf = ({ workingDays, fullDayHours, halfDayHours }: Pattern, today: string): Draft => ({
  from: today,
  days: workingDays.join(""),
  fullDayHours: hoursFigure(fullDayHours),
  halfDayHours: hoursFigure(halfDayHours),
  usesOrganisations: false,
});

export function withDay(days: string, day: number, isChosen: boolean): string {
  return WEEKDAYS.filter((one) => (one === day ? isChosen : days.includes(String(one)))).join("");
}

/** What can be told before the server is asked: what is no day and no number cannot be sent. */
export function mistakesIn({ from, fullDayHours, halfDayHours, usesOrganisations }: Draft): Mistakes<string> {
  const mistakes: Mistakes<string> = {};
  if (parseDay(from) === null) mistakes.from = "Please choose a day.";
  if (usesOrganisations) return mistakes;
  if (parseHours(fullDayHours) === null) mistakes.fullDayHours = words.form.notHours;
  if (parseHours(halfDayHours) === null) mistakes.halfDayHours = words.form.notHours;
  return mistakes;
}

type Known = { readonly version: number; readonly userId: string | undefined };

export const savingOf = (draft: Draft, known: Known): Saving => ({
  ...known,
  from: draft.from,
  pattern: draft.usesOrganisations
    ? null
    : {
        workingDays: [...draft.days].map(Number),
        fullDayHours: parseHours(draft.fullDayHours) ?? 0,
        halfDayHours: parseHours(draft.halfDayHours) ?? 0,
      },
});

/** A change is taken back by the pattern of the row before it; before the first row of a person stands the organisation's. */
export function takingBack({ rows, version }: WorkPatterns, row: PatternRow, userId: string | undefined) {
  const former = rows[rows.indexOf(row) + 1]?.pattern ?? null;
  return { from: row.from ?? "", pattern: former, version, userId } satisfies Saving;
}
