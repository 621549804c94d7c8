/**
 * From the answers of the server to the cards of the screen: which days a filter asks for, which entries make one card, and what
 * a decision changes on the screen before the server has answered. What a week's status is, and who may decide, the server says.
 */
import { type CalendarDate, endOfMonth, startOfMonth } from "@internationalized/date";
import { mondayOf, parseDay, weekDays } from "../../domain/day";
import type { TeamWeekSummary, Timesheet, WeekStatus } from "../../domain/types";

export const RANGES = ["this-week", "last-week", "this-month", "waiting"] as const;
export type Range = (typeof RANGES)[number];
export const STATUSES = ["all", "pending", "approved", "rejected"] as const;
export type StatusFilter = (typeof STATUSES)[number];
export const PAGE_SIZES = [5, 10, 20] as const;

export type Team = { timesheets: Timesheet[]; weeks: TeamWeekSummary[] };
export type Decision = "approve" | "reject";

/** One employee's week, Monday to Sunday. */
export type WeekCard = {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly employeeId: string;
  readonly weekStart: string;
  readonly status: WeekStatus;
  readonly totalHours: number;
  readonly days: readonly { readonly date: string; readonly entry: Timesheet | null }[];
  readonly entries: readonly Timesheet[];
};

/** Whole weeks always, so that no card shows half of one. `null` for what waits: that has no dates of its own. */
export function datesOf(range: Range, today: CalendarDate): { from: string; to: string } | null {
  const monday = mondayOf(today);
  const weeks = (from: CalendarDate, to: CalendarDate) => ({ from: from.toString(), to: to.toString() });
  switch (range) {
    case "this-week":
      return weeks(monday, monday.add({ days: 6 }));
    case "last-week":
      return weeks(monday.subtract({ weeks: 1 }), monday.subtract({ days: 1 }));
    case "this-month":
      return weeks(mondayOf(startOfMonth(today)), mondayOf(endOfMonth(today)).add({ days: 6 }));
    case "waiting":
      return null;
  }
}

/** The days in which everything lies that waits: from the Monday of the oldest entry to the Sunday of the newest. */
export function datesOfWaiting(pending: readonly Timesheet[]): { from: string; to: string } | null {
  const days = pending
    .flatMap((entry) => parseDay(entry.date) ?? [])
    .sort((one, other) => one.compare(other));
  const [oldest] = days;
  const newest = days.at(-1);
  return oldest && newest
    ? { from: mondayOf(oldest).toString(), to: mondayOf(newest).add({ days: 6 }).toString() }
    : null;
}

const keyOf = (userId: string, weekStart: string) => `${userId} ${weekStart}`;

export function buildCards({ timesheets, weeks }: Team): WeekCard[] {
  const summaries = new Map(weeks.map((week) => [keyOf(week.userId, week.weekStart), week]));
  const groups = new Map<string, Timesheet[]>();
  for (const entry of timesheets) {
    const day = parseDay(entry.date);
    if (!day) continue;
    const key = keyOf(entry.user._id, mondayOf(day).toString());
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].flatMap(([key, entries]) => {
    const [first] = entries;
    const day = first && parseDay(first.date);
    const summary = summaries.get(key);
    if (!first || !day || !summary) return [];
    const byDate = new Map(entries.map((entry) => [entry.date, entry]));
    return {
      key,
      userId: first.user._id,
      name: `${first.user.firstName} ${first.user.lastName}`,
      employeeId: first.user.employeeId,
      weekStart: summary.weekStart,
      status: summary.status,
      totalHours: summary.totalHours,
      days: weekDays(mondayOf(day)).map((date) => ({
        date: date.toString(),
        entry: byDate.get(date.toString()) ?? null,
      })),
      entries,
    };
  });
}

export type Filter = {
  readonly range: Range;
  readonly employee: string | null;
  readonly status: StatusFilter;
};

const hasStatus = (card: WeekCard, status: Exclude<StatusFilter, "all">) =>
  card.entries.some((entry) => entry.status === status);

/** Newest week first, as all lists of days; what waits, oldest first, as it should be worked off. Within a week by name. */
export function select(cards: readonly WeekCard[], { range, employee, status }: Filter): WeekCard[] {
  const direction = range === "waiting" ? 1 : -1;
  return cards
    .filter((card) => employee === null || card.userId === employee)
    .filter((card) => range !== "waiting" || hasStatus(card, "pending"))
    .filter((card) => status === "all" || hasStatus(card, status))
    .sort(
      (one, other) =>
        direction * one.weekStart.localeCompare(other.weekStart) || one.name.localeCompare(other.name),
    );
}

export const outcome = { approve: "approved", reject: "rejected" } as const;

/** The entries that a decision would change. */
export const undecided = (card: WeekCard, decision: Decision): Timesheet[] =>
  card.entries.filter((entry) => entry.status !== outcome[decision]);

/** A week can be decided unless it has no entries or is already all of that. */
export const canDecide = (card: WeekCard, decision: Decision): boolean =>
  undecided(card, decision).length > 0;

/** The team as it looks once a decision stands. */
export function decided(team: Team, card: WeekCard, decision: Decision, comment: string | null): Team {
  const ids = new Set(undecided(card, decision).map((entry) => entry._id));
  const status = outcome[decision];
  return {
    timesheets: team.timesheets.map((entry) =>
      ids.has(entry._id) ? { ...entry, status, approvalComments: comment } : entry,
    ),
    weeks: team.weeks.map((week) =>
      keyOf(week.userId, week.weekStart) === card.key ? { ...week, status } : week,
    ),
  };
}

/** The team with this one week as it was: other decisions that are under way meanwhile keep their look. */
export function restored(team: Team, card: WeekCard): Team {
  const before = new Map(card.entries.map((entry) => [entry._id, entry]));
  return {
    timesheets: team.timesheets.map((entry) => before.get(entry._id) ?? entry),
    weeks: team.weeks.map((week) =>
      keyOf(week.userId, week.weekStart) === card.key
        ? { ...week, status: card.status, totalHours: card.totalHours }
        : week,
    ),
  };
}
