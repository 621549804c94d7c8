import { FRESH } from "../../api/query";
import { type Place, type Reads, read } from "../../api/read";
import { chosenIn } from "../../domain/address";
import { runningSubstitutions } from "../../substitutes/reads";

export const RANGE = {
  of: ["this-week", "last-week", "this-month", "waiting"],
  usual: "this-week",
} as const;
export type Range = (typeof RANGE.of)[number];

type TeamQuery = { readonly from: string; readonly to: string } | { readonly waiting: true };

export const teamTimesheets = (query: TeamQuery) =>
  read(
    "/api/timesheets/team",
    { query },
    { topics: ["timesheets", "settings", "months"], fresh: FRESH.work },
  );

const DAY = 86_400_000;

/** What to ask for: whole weeks always, so that no card shows half of one. What waits may be of any time. */
export function queryOf(range: Range, today: string): TeamQuery {
  if (range === "waiting") return { waiting: true };
  // Days as UTC has them, in which none is longer than another; a visitor fetches this too, and no calendar for it.
  const at = new Date(today);
  const back = range === "last-week" ? 7 : 0;
  const [first, last] =
    range === "this-month"
      ? [
          Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1),
          Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0),
        ]
      : [at.getTime() - back * DAY, at.getTime() - back * DAY];
  const mondayOf = (time: number) => time - ((new Date(time).getUTCDay() + 6) % 7) * DAY;
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: dayAt(mondayOf(first)), to: dayAt(mondayOf(last) + 6 * DAY) };
}

/** The weeks that an address names. */
export const teamWeeksIn = ({ today, search }: Place) =>
  teamTimesheets(queryOf(chosenIn(search, "range", RANGE), today));

export const reads: Reads = (place) => [teamWeeksIn(place), runningSubstitutions()];
