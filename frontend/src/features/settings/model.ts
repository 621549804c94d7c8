/** A setting between the server and its field: text as it is typed, whatever its type. */
import { formatDay, parseDay, parseMonth } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { fullName } from "../../domain/people";
import type { Mistakes } from "../../ui/use-refusal";
import type { Setting } from "./api";
import { words } from "./messages";

type Value = Setting["value"];
export type Draft = { readonly value: string; readonly from: string };
/** Whether a value holds from a day to come on. */
export const isByDay = ({ scope }: Setting): boolean => scope === "time-zone";

/** The one setting whose codes are words for programs. */
const FACTOR: Setting["key"] = "accounts.secondFactor";

type Known = { readonly setting: Setting; readonly today: string };

/** As it is read. */
export function valueText({ key }: Pick<Setting, "key">, value: Value): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return formatNumber(value);
  return key === FACTOR ? choiceText(key, value) : value;
}

/** The first day of a value: of one by month the month. */
export const beginningText = ({ isByMonth }: Setting, day: string): string =>
  formatDay(day, isByMonth ? "month" : "dated");

export const authorOf = ({ updatedBy }: Setting): string | null => (updatedBy ? fullName(updatedBy) : null);

export const draftOf = ({ setting, today }: Known): Draft => ({
  value: String(setting.value),
  from: setting.isByMonth ? today.slice(0, 7) : "",
});

/** What can be told before the server is asked: what is no number and no month cannot be sent. */
export function mistakesIn({ value, from }: Draft, setting: Setting): Mistakes<keyof Draft> {
  const { type, label, min, max, isByMonth } = setting;
  const mistakes: Mistakes<keyof Draft> = {};
  if (type === "integer" && !/^\d{1,6}$/.test(value.trim()))
    mistakes.value = `${label} must be a whole number from ${min ?? 0} to ${max ?? 0}`;
  if (isByMonth && parseMonth(from) === null) mistakes.from = "Please choose a month.";
  if (isByDay(setting) && parseDay(from) === null) mistakes.from = "Please choose the first day.";
  return mistakes;
}

export function bodyOf({ value, from }: Draft, setting: Setting, version: number) {
  const first = setting.isByMonth ? { from: `${from}-01` } : isByDay(setting) ? { from } : {};
  return { value: typed(value, setting.type), version, ...first };
}

function typed(value: string, type: Setting["type"]): Value {
  if (type === "integer") return Number(value);
  return type === "boolean" ? value === "true" : value;
}

const names = new Intl.DisplayNames("en", { type: "currency" });

/** A code with what it stands for, of the settings whose codes are not names already. */
export function choiceText(key: Setting["key"], code: string): string {
  if (key === FACTOR && Object.hasOwn(words.roles, code))
    return words.roles[code as keyof typeof words.roles];
  if (key !== "money.currency") return code;
  const name = names.of(code);
  return name === undefined || name === code ? code : `${code} · ${name}`;
}
