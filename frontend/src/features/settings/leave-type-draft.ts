/** A leave type between the server and its form. */
import { formatDay } from "../../domain/day";
import { numberIn } from "../../domain/format";
import type { Mistakes } from "../../ui/use-refusal";
import type { LeaveType, LeaveTypeSaving } from "./api";
import { words } from "./leave-type-words";

const said = words.form;

export type Draft = {
  readonly name: string;
  readonly isLimited: boolean;
  readonly isPaid: boolean;
  readonly annualDays: string;
  readonly carryOverDays: string;
  /** The number of the month; blank where carried days do not lapse by themselves. */
  readonly carryOverUntil: string;
  /** The year from which the three above hold. */
  readonly fromYear: string;
  readonly needsApproval: boolean;
  readonly backdateDays: string;
  readonly isActive: boolean;
};

/** What a refusal of the server may name. */
export type FieldName = keyof Draft;

const NEW: Omit<Draft, "fromYear"> = {
  name: "",
  isLimited: true,
  isPaid: true,
  annualDays: "",
  carryOverDays: "0",
  carryOverUntil: "",
  needsApproval: true,
  backdateDays: "0",
  isActive: true,
};

export const monthName = (month: number): string =>
  formatDay(`2000-${String(month).padStart(2, "0")}-01`, "monthName");

/** The days and the month of a year: this one's, or the next one's where they differ. */
const termsIn = (type: LeaveType, year: string) =>
  type.next !== null && String(type.next.fromYear) === year ? type.next : type;

/** A type as its form shows it for a year; nothing but what is usual where it is a new one. */
export function draftOf(type: LeaveType | null, year: string): Draft {
  if (type === null) return { ...NEW, fromYear: year };
  const { annualDays, carryOverDays, carryOverUntil } = termsIn(type, year);
  return {
    name: type.name,
    isLimited: type.isLimited,
    isPaid: type.isPaid,
    annualDays: annualDays === null ? "" : String(annualDays),
    carryOverDays: String(carryOverDays),
    carryOverUntil: carryOverUntil === null ? "" : String(carryOverUntil),
    fromYear: year,
    needsApproval: type.needsApproval,
    backdateDays: String(type.backdateDays),
    isActive: type.isActive,
  };
}

/** What was typed over one type, laid over another one, or over the same one in another year: the rest is as it is there. */
export function laidOver(draft: Draft, before: Draft, after: Draft): Draft {
  const typed = Object.entries(draft).filter(([name, value]) => value !== before[name as FieldName]);
  return { ...after, ...Object.fromEntries(typed), fromYear: after.fromYear };
}

/** What holds now of each field in which something else was typed, where it is not what the form began with. */
export function changedMeanwhile(
  draft: Draft,
  opened: Draft,
  now: Draft,
): Partial<Record<FieldName, string>> {
  const names = (Object.keys(draft) as FieldName[]).filter(
    (name) => now[name] !== opened[name] && now[name] !== draft[name],
  );
  return Object.fromEntries(names.map((name) => [name, said.now(valueText(name, now[name]))]));
}

function valueText(name: FieldName, value: string | boolean): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return name === "carryOverUntil" ? untilText(value) : value;
}

export const untilText = (month: string): string =>
  month === "" ? said.never : said.atTheEndOf(monthName(Number(month)));

/** Of a field whose text was found to be a number. */
const numberOf = (typed: string): number => numberIn(typed) ?? 0;

/** What can be told before the server is asked: what is no number cannot be sent. */
export function mistakesIn({ isLimited, ...draft }: Draft): Mistakes<FieldName> {
  const names = isLimited
    ? (["annualDays", "carryOverDays", "backdateDays"] as const)
    : (["backdateDays"] as const);
  const wrong = names.filter((name) => numberIn(draft[name]) === null);
  return Object.fromEntries(wrong.map((name) => [name, said.notANumber]));
}

/** Of a type that is there only what was changed, so that what somebody else has changed meanwhile stays. */
export function savingOf(type: LeaveType | null, before: Draft, draft: Draft): LeaveTypeSaving {
  const { isLimited, isPaid, needsApproval, isActive } = draft;
  const body = {
    name: draft.name.trim(),
    annualDays: isLimited ? numberOf(draft.annualDays) : null,
    isPaid,
    needsApproval,
    carryOverDays: isLimited ? numberOf(draft.carryOverDays) : 0,
    carryOverUntil: draft.carryOverUntil === "" ? null : Number(draft.carryOverUntil),
    backdateDays: numberOf(draft.backdateDays),
    isActive,
  };
  if (type === null) return { body };
  const changed = Object.entries(body).filter(
    ([name]) => draft[name as FieldName] !== before[name as FieldName],
  );
  const edit = { ...Object.fromEntries(changed), fromYear: Number(draft.fromYear), version: type.version };
  return { type, edit };
}
