/** What the form holds while it is filled in: text as it was typed, until it becomes the body of the call. */
import { ApiError } from "../../api/error";
import type { Holiday } from "../../domain/types";
import type { HolidayBody } from "./api";
import { words } from "./messages";

export type Draft = {
  readonly date: string;
  readonly name: string;
  readonly description: string;
  readonly isRecurring: boolean;
};
export type FieldName = keyof Draft;
export type Mistakes = Partial<Record<FieldName, string>>;

const EMPTY: Draft = { date: "", name: "", description: "", isRecurring: false };

export const draftOf = (holiday: Holiday | null): Draft =>
  holiday === null
    ? EMPTY
    : {
        date: holiday.date,
        name: holiday.name,
        description: holiday.description ?? "",
        isRecurring: holiday.isRecurring,
      };

export const isChanged = (before: Draft, now: Draft): boolean =>
  before.date !== now.date ||
  before.name !== now.name ||
  before.description !== now.description ||
  before.isRecurring !== now.isRecurring;

/** The fields that have to hold something and do not. */
export function blanksIn({ date, name }: Draft): Mistakes {
  const blanks: Mistakes = {};
  if (date === "") blanks.date = words.form.dateBlank;
  if (name.trim() === "") blanks.name = words.form.nameBlank;
  return blanks;
}

export const bodyOf = ({ date, name, description, isRecurring }: Draft): HolidayBody => ({
  date,
  name: name.trim(),
  description: description.trim() || null,
  isRecurring,
});

/** The sentences of the server that belong to a field of the form. Two holidays in conflict are so by their date. */
export function mistakesFrom(error: unknown): Mistakes {
  if (!(error instanceof ApiError)) return {};
  const mistakes: Mistakes = {};
  for (const [name, sentence] of Object.entries(error.errors)) {
    if (isFieldName(name)) mistakes[name] = sentence;
  }
  if (error.status === 409 && mistakes.date === undefined && error.message !== "") {
    mistakes.date = error.message;
  }
  return mistakes;
}

function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(EMPTY, name);
}
