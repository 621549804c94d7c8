/**
 * From the answers of the server to the cards of the screen: which days a filter asks for, which entries make one card, and what
 * a decision changes on the screen before the server has answered. What a week's status is, and who may decide, the server says.
 */
import { isClosed, mondayOf, parseDay, weekDays } from "../../domain/day";
import { fullName } from "../../domain/people";
import type { Remark, TeamLeaveOfDay, TeamWeekSummary, Timesheet, WeekStatus } from "../../domain/types";
import { isOfTeam } from "../../substitutes/team";
import { RANGE, type Range } from "./reads";

/** What can be chosen about the list; `employee` is somebody's id, `team` that of a manager. */
export const CHOICES = {
  range: RANGE,
  employee: "words",
  status: { of: ["all", "pending", "approved", "rejected"], usual: "all" },
  team: "words",
  size: { of: [5, 10, 20], usual: 5 },
} as const;
type StatusFilter = (typeof CHOICES.status.of)[number];

export type Team = {
  timesheets: Timesheet[];
  weeks: TeamWeekSummary[];
  leave: TeamLeaveOfDay[];
  closedMonths: string[];
};
export type RemarkKind = Remark["kind"];
export type Decision = "approve" | "reject";

type WeekDay = {
  readonly date: string;
  readonly entry: Timesheet | null;
  /** They do not work on it. */
  readonly isOff: boolean;
  /** Its month is closed: nobody decides on it any more. */
  readonly isClosed: boolean;
  readonly leave: readonly TeamLeaveOfDay[];
};

/** One employee's week, Monday to Sunday. */
export type WeekCard = {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly employeeId: string;
  readonly weekStart: string;
  /** For whom the reader stands in, where it is not their own team. */
  readonly forManager: TeamWeekSummary["forManager"];
  readonly status: WeekStatus;
  readonly totalHours: number;
  readonly remarks: readonly Remark[];
  readonly days: readonly WeekDay[];
  readonly entries: readonly Timesheet[];
};

const keyOf = (userId: string, weekStart: string) => `${userId} ${weekStart}`;

export function buildCards({ timesheets, weeks, leave, closedMonths }: Team): WeekCard[] {
  const away = new Map<string, TeamLeaveOfDay[]>();
  for (const one of leave) {
    const key = keyOf(one.userId, one.date);
    away.set(key, [...(away.get(key) ?? []), one]);
  }
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
      name: fullName(first.user),
      employeeId: first.user.employeeId,
      weekStart: summary.weekStart,
      forManager: summary.forManager,
      status: summary.status,
      totalHours: summary.totalHours,
      remarks: summary.remarks,
      days: weekDays(mondayOf(day)).map((date) => ({
        date: date.toString(),
        entry: byDate.get(date.toString()) ?? null,
        isOff: summary.daysOff.includes(date.toString()),
        isClosed: isClosed(date.toString(), closedMonths),
        leave: away.get(keyOf(first.user._id, date.toString())) ?? [],
      })),
      entries,
    };
  });
}

export type Filter = {
  readonly range: Range;
  /** Their id; blank for everybody. */
  readonly employee: string;
  readonly status: StatusFilter;
  /** Whose: their id, `own`, or blank for all. */
  readonly team: string;
};

const hasStatus = (card: WeekCard, status: Exclude<StatusFilter, "all">) =>
  card.entries.some((entry) => entry.status === status);

/** Newest week first, as in all lists of days. What waits has the oldest first. Within a week by name. */
export function select(cards: readonly WeekCard[], { range, employee, status, team }: Filter): WeekCard[] {
  const direction = range === "waiting" ? 1 : -1;
  return cards
    .filter(isOfTeam(team))
    .filter((card) => employee === "" || card.userId === employee)
    .filter((card) => range !== "waiting" || waits(card))
    .filter((card) => status === "all" || hasStatus(card, status))
    .sort(
      (one, other) =>
        direction * one.weekStart.localeCompare(other.weekStart) || one.name.localeCompare(other.name),
    );
}

export const outcome = { approve: "approved", reject: "rejected" } as const;

/** The entries that can still be decided on. */
const openEntries = ({ entries, days }: WeekCard): Timesheet[] => {
  const closed = new Set(days.filter(({ isClosed }) => isClosed).map(({ date }) => date));
  return entries.filter(({ date }) => !closed.has(date));
};

/** The entries that a decision would change. */
export const undecided = (card: WeekCard, decision: Decision): Timesheet[] =>
  openEntries(card).filter((entry) => entry.status !== outcome[decision]);

/** A week can be decided unless it has no entries, is already all of that, or lies in closed months. */
export const canDecide = (card: WeekCard, decision: Decision): boolean =>
  undecided(card, decision).length > 0;

export const waits = (card: WeekCard): boolean =>
  openEntries(card).some((entry) => entry.status === "pending");

/** A week that waits, and on which the server has nothing to remark. */
export const isClean = (card: WeekCard): boolean => waits(card) && card.remarks.length === 0;

/** How many of these weeks have a remark of each kind. */
export function remarkCounts(cards: readonly WeekCard[]): ReadonlyMap<RemarkKind, number> {
  const counts = new Map<RemarkKind, number>();
  for (const { kind } of cards.flatMap((card) => card.remarks)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The team as it looks once a decision on these weeks stands. */
export function decided(
  team: Team,
  cards: readonly WeekCard[],
  decision: Decision,
  comment: string | null,
): Team {
  const ids = new Set(cards.flatMap((card) => undecided(card, decision)).map((entry) => entry._id));
  const status = outcome[decision];
  // Where days of a closed month stay as they are, the server says what the week is.
  const isWhole = ({ entries }: WeekCard) =>
    entries.every((entry) => ids.has(entry._id) || entry.status === status);
  const keys = new Set(cards.filter(isWhole).map((card) => card.key));
  return {
    ...team,
    timesheets: team.timesheets.map((entry) =>
      ids.has(entry._id) ? { ...entry, status, approvalComments: comment } : entry,
    ),
    weeks: team.weeks.map((week) =>
      keys.has(keyOf(week.userId, week.weekStart)) ? { ...week, status, remarks: [] } : week,
    ),
  };
}

/** The team with these weeks as they were: other decisions that are under way meanwhile keep their look. */
export function restored(team: Team, cards: readonly WeekCard[]): Team {
  const before = new Map(cards.flatMap((card) => card.entries).map((entry) => [entry._id, entry]));
  const known = new Map(cards.map((card) => [card.key, card]));
  return {
    ...team,
    timesheets: team.timesheets.map((entry) => before.get(entry._id) ?? entry),
    weeks: team.weeks.map((week) => {
      const card = known.get(keyOf(week.userId, week.weekStart));
      return card
        ? { ...week, status: card.status, totalHours: card.totalHours, remarks: [...card.remarks] }
        : week;
    }),
  };
}
