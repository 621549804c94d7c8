/** Months as the screens write them. What a month is and what may be done with it, the server says. */
import { formatDay, parseMonth } from "../../domain/day";
import { fullName } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import type { StatusKind } from "../../ui/status";
import { words } from "./messages";

export type PayrollMonth = Schemas["Month"];
export type Revision = Schemas["Revision"];
export type Readiness = Schemas["Readiness"];
export type ReadinessRow = Schemas["ReadinessRow"];
export type PayrollRow = Schemas["PayrollRow"];
export type PayrollTotals = Schemas["PayrollTotals"];
export type Difference = Schemas["Difference"];
export type MonthCheck = Schemas["MonthCheck"];

/** How many people stand on a page (months.md §5). */
export const PAGE_SIZE = 20;

/** What keeps an employee from being ready, as the filters have it (months.md 1.3). */
export const BLOCKERS = [
  "all",
  "pendingEntries",
  "rejectedEntries",
  "frozenDays",
  "pendingLeave",
  "nobodyCanDecide",
] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** "June 2026" */
export const monthName = (month: string): string => formatDay(`${month}-01`, "month");

/** The month in an address; empty where it names none. */
export const monthIn = (text: string): string => (parseMonth(text) ? text : "");

/** A revision in an address; 0 where it names none. */
export const revisionIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** "8 Jun" */
const shortDate = (date: string): string => formatDay(date, "short").split(" ").reverse().join(" ");

export const datesText = (dates: readonly string[]): string => dates.map(shortDate).join(", ");

const MARKS: Readonly<Record<keyof typeof words.states, StatusKind>> = {
  inProgress: "running",
  open: "planned",
  closing: "pending",
  closed: "closed",
  reopened: "cancellation-asked",
};

/** The badge of a month; one that is not over is in progress. */
export function badgeOf({ state, isOver }: PayrollMonth): { kind: StatusKind; word: string } {
  const shown = state === "open" && !isOver ? "inProgress" : state;
  return { kind: MARKS[shown], word: words.states[shown] };
}

/** What the last check of a closed month found; null where there was none. */
export function foundBy(check: MonthCheck | null): { kind: StatusKind; word: string } | null {
  if (check === null) return null;
  if (check.differences > 0) return { kind: "rejected", word: words.differences(check.differences) };
  return check.checksumHolds
    ? { kind: "good", word: "Agrees" }
    : { kind: "rejected", word: "The checksum does not match" };
}

export const nameOf = (person: Revision["closedBy"] | null): string =>
  person ? fullName(person) : words.none;

/** What is open of an employee, each thing in a line. */
export function openOf(row: ReadinessRow): string[] {
  const said = words.open;
  return [
    row.pendingEntries > 0 && `${row.pendingEntries} pending`,
    row.rejectedDates.length > 0 && `rejected ${datesText(row.rejectedDates)}`,
    row.frozenDates.length > 0 && `frozen ${datesText(row.frozenDates)}`,
    row.pendingLeave > 0 && said.leave(row.pendingLeave),
    row.nobodyCanDecide && "nobody can decide",
  ].filter((one) => one !== false);
}

/** The days of an employee that HR may accept as absent: those that are frozen or were rejected. */
export const acceptableDates = ({ rejectedDates, frozenDates }: ReadinessRow): string[] =>
  [...rejectedDates, ...frozenDates].sort();

/** A line of the table of differences: a cell that differs, or a row that came or went. */
export type DifferenceLine = {
  readonly key: string;
  readonly employeeId: string;
  readonly name: string;
  readonly what: string;
  readonly from: string;
  readonly to: string;
};

export const linesOf = ({ employeeId, name, kind, fields }: Difference): DifferenceLine[] =>
  fields.length === 0
    ? [
        {
          key: employeeId,
          employeeId,
          name,
          what: words.compared.kinds[kind],
          from: words.none,
          to: words.none,
        },
      ]
    : fields.map(({ field, from, to }) => ({
        key: `${employeeId} ${field}`,
        employeeId,
        name,
        what: field,
        from: from || words.none,
        to: to || words.none,
      }));
