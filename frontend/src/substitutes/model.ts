/** What the form holds while it is filled in, until it becomes the body of the call. */
import { formatSpan, parseDay } from "../domain/day";
import { mistakeInReason } from "../domain/reason";
import type { Mistakes } from "../ui/use-refusal";
import type { Naming } from "./api";
import { words } from "./messages";

export type Draft = {
  readonly managerId: string;
  readonly substituteId: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
};

const said = words.form;

/** What can be told before the server is asked: what holds nothing yet, and a reason that is too long. */
export function mistakesIn({ managerId, substituteId, from, to, reason }: Draft): Mistakes<keyof Draft> {
  const mistakes: Mistakes<keyof Draft> = {};
  if (managerId === "") mistakes.managerId = "Please choose a manager.";
  if (substituteId === "") mistakes.substituteId = "Please choose a substitute.";
  if (from === "") mistakes.from = said.dayBlank;
  if (to === "") mistakes.to = said.dayBlank;
  const reasonMistake = mistakeInReason(reason);
  if (reasonMistake !== null) mistakes.reason = reasonMistake;
  return mistakes;
}

/** Whether all that is wrong is that something is missing. */
export const isBlankIn = ({ managerId, substituteId, from, to, reason }: Draft): boolean =>
  [managerId, substituteId, from, to, reason.trim()].includes("");

export const bodyOf = ({ reason, ...draft }: Draft): Naming => ({ ...draft, reason: reason.trim() });

type Days = { readonly from: string; readonly to: string };

/** "November 16 – 22, 2026" */
export function spanOf({ from, to }: Days): string {
  const [first, last] = [parseDay(from), parseDay(to)];
  return first && last ? formatSpan(first, last) : `${from} – ${to}`;
}
