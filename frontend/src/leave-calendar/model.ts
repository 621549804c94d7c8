/** What the calendar shows of a day. Who is away, and what a day is, the server says. */
import type { Schemas } from "../domain/types";
import type { StatusKind } from "../ui/status";
import { leaveMark, statusWords } from "../ui/status-words";

export type Leave = Schemas["LeaveOfDay"];
export type Person = Schemas["LeaveCalendarPerson"];
export type Day = Schemas["LeaveCalendarDay"];

/** "Annual Leave, morning" */
export const whatOf = ({ leaveType, part }: Pick<Leave, "leaveType" | "part">): string =>
  [leaveType, part !== "full" && part].filter(Boolean).join(", ");

/** "Annual Leave, morning, Pending" */
const wordsOf = (leave: Leave): string => `${whatOf(leave)}, ${statusWords[leave.status]}`;

type Cell = { readonly status: StatusKind; readonly words: string; readonly isHalf: boolean };

/** A day of somebody: their leave, or what the day is to everybody. */
export function cellOf(leave: readonly Leave[], kind: Day["kind"] | undefined): Cell {
  const [first] = leave;
  if (first === undefined) {
    const status = kind === undefined || kind === "working" ? "none" : kind;
    return { status, words: status === "none" ? "No leave" : statusWords[status], isHalf: false };
  }
  const approved = leave.find(({ status }) => status !== "pending") ?? first;
  return {
    status: leaveMark(approved),
    words: leave.map(wordsOf).join("; "),
    isHalf: leave.length === 1 && first.part !== "full",
  };
}

/** What has the same key, by key, each in the order in which it came. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

export const leaveByDate = ({ leave }: Person) => grouped(leave, ({ date }) => date);

/** The leave of these people by date, in the order of the dates. */
export const peopleByDate = (people: readonly Person[]) => {
  const all = people.flatMap((person) => person.leave.map((leave) => ({ person, leave })));
  return [...grouped(all, ({ leave }) => leave.date)].sort(([one], [other]) => one.localeCompare(other));
};
