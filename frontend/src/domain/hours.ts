/** Hours as people type them. Whether a number of hours may be submitted is for the server to decide. */

const STEP = 0.5;
const MOST = 24;

/** Reads `7.5`, `7,5`, `7:30`, `7h30` and `9 h`; null for anything that is not a number of hours. */
export function parseHours(text: string): number | null {
  const typed = text.trim().toLowerCase();
  const clock = /^(\d{1,2})\s?[:h]\s?([0-5]\d)$/.exec(typed);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
  const decimal = /^(-?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s?h?$/.exec(typed);
  return decimal?.[1] === undefined ? null : Number(decimal[1].replace(",", "."));
}

/** The next half hour up or down, within a day. */
export function stepHours(hours: number | null, steps: 1 | -1): number {
  const halves = (hours ?? 0) / STEP;
  const next = steps > 0 ? Math.floor(halves) + 1 : Math.ceil(halves) - 1;
  return Math.min(MOST, Math.max(0, next * STEP));
}
