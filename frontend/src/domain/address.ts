/** What an address says beside its path. A screen reads it here, and so does what asks for the screen's data beside its script. */
import type { Month } from "./day";

/** More pages than anybody turns, and still a number that the server accepts. */
const LAST_PAGE = 100_000;
/** As long as an address can be, which is what the server takes too. */
const LONGEST = 254;

export const wordsIn = (params: URLSearchParams, name: string): string =>
  (params.get(name) ?? "").trim().slice(0, LONGEST);

/** One of some, the usual one where the address names none of them. */
export const chosenIn = <Item extends string | number>(
  params: URLSearchParams,
  name: string,
  { of, usual }: { readonly of: readonly Item[]; readonly usual: Item },
): Item => of.find((one) => String(one) === wordsIn(params, name)) ?? usual;

/** A page number; what is not one counts as the first. */
export function pageIn(params: URLSearchParams, name: string): number {
  const text = params.get(name) ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), LAST_PAGE) : 1;
}

/** The month that a day or a month such as `2026-11` begins with. It needs no calendar, so that a visitor fetches none. */
export const monthIn = (text: string): Month => ({
  year: Number(text.slice(0, 4)),
  month: Number(text.slice(5, 7)),
});

/** As `monthIn`, for text that may not be a month, or not one of the twelve up to today. */
export function pastMonthIn(text: string, today: string): Month | null {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}`;
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])\b/.test(text);
  return isMonth && text.slice(0, 7) > yearAgo && text.slice(0, 7) <= today.slice(0, 7)
    ? monthIn(text)
    : null;
}
