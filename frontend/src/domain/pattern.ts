/** A work pattern in words. */
import { weekdayNames } from "./day";
import { formatHours } from "./format";
import type { Pattern } from "./types";

/** "Monday to Friday", "Tuesday, Thursday and Friday": of ISO numbers in their order. */
export function daysInWords(days: readonly number[]): string {
  const names = weekdayNames("mon");
  const nameOf = (day: number | undefined) => names[(day ?? 1) - 1] ?? "";
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const parts = runs.flatMap((run) =>
    run.length > 2 ? [`${nameOf(run[0])} to ${nameOf(run.at(-1))}`] : run.map(nameOf),
  );
  return new Intl.ListFormat("en-GB").format(parts);
}

/** "Monday to Friday, full day 9 h, half day 5 h" */
export const patternInWords = ({ workingDays, fullDayHours, halfDayHours }: Pattern): string =>
  `${daysInWords(workingDays)}, full day ${formatHours(fullDayHours)}, half day ${formatHours(halfDayHours)}`;
