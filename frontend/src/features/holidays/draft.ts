/** What the form holds while it is filled in: text as it was typed, until it becomes the body of the call. */
import { ApiError } from "../../api/error";
import type { Holiday } from "../../domain/types";
import type { Mistakes, Refusal } from "../../ui/use-refusal";
import type { HolidayBody } from "./api";

export type Draft = {
  readonly date: string;
  readonly name: string;
  readonly description: string;
  readonly isRecurring: boolean;
};
export type FieldName = keyof Draft;

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

/** The fields that have to hold something and do not. */
export function blanksIn({ date, name }: Draft): Mistakes<FieldName> {
  const blanks: Mistakes<FieldName> = {};
  if (date === "") blanks.date = "Please choose a date.";
  if (name.trim() === "") blanks.name = "Please give it a name.";
  return blanks;
}

export const bodyOf = ({ date, name, description, isRecurring }: Draft): HolidayBody => ({
  date,
  name: name.trim(),
  description: description.trim() || null,
  isRecurring,
});

/** The server's sentence, at its field. Two holidays conflict by their date. */
export function refusalFrom(error: Error, usual: Refusal<string>): Refusal<string> {
  const isConflict = error instanceof ApiError && error.status === 409 && error.message !== "";
  return isConflict && usual.sentence !== null ? { mistakes: { date: error.message } } : usual;
}
