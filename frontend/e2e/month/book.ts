/**
 * What was worked out by hand about a month: the diary that the story follows, and what stands in the portal on its last day. The
 * screens, the files and the report are compared with it.
 */
import type { Employee } from "./people";

/** A day of the diary. */
export type Page = {
  readonly date: string;
  /** Hours recorded on the day itself. */
  readonly hours: Readonly<Partial<Record<Employee, number>>>;
  /** What is frozen when the day begins: the whole list, as HR has it. */
  readonly frozen: Readonly<Partial<Record<Employee, readonly string[]>>>;
  /** Whom the night has mailed about which frozen days: on the first one, and then no sooner than a week later. */
  readonly mailed?: Readonly<Partial<Record<Employee, readonly string[]>>>;
};

export type Entry = readonly [date: string, weekday: string, hours: number, status: string, words?: string];

export type Figures = {
  readonly workingDays: number;
  readonly present: number;
  /** In percent. */
  readonly rate: string;
  readonly rating: "Good" | "Needs Attention";
  /** Hours of the month that stand, rejected ones left out. */
  readonly hours: string;
  readonly entries: number;
  /** Of the month, by status. */
  readonly pending: number;
  readonly approved: number;
  readonly rejected: number;
  /** Approved ones with those of the month before. */
  readonly approvedInAll: number;
  /** Each week with entries by its heading: status, and hours with the rejected ones in them. */
  readonly weeks: Readonly<Record<string, readonly [status: string, hours: string]>>;
};

/** A piece of what somebody reads, by its beginning or a part of it. */
type Said = readonly (readonly [string, string])[];

export type Book = {
  /** `2028-02`. */
  readonly month: string;
  /** `February 2028`, as screens and reports write it. */
  readonly name: string;
  /** Nine o'clock, by the clock of the portal. */
  readonly morning: string;
  /** In the order of all lists: by first name, whatever the alphabet. */
  readonly people: readonly Employee[];
  readonly diary: readonly Page[];
  /** What stands on each day from the 1st on, a letter a day (`entries.ts`). */
  readonly pictures: Readonly<Record<Employee, string>>;
  readonly entries: Readonly<Record<Employee, readonly Entry[]>>;
  /** A manager's comment that still stands, by person and date. */
  readonly comments: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<Employee, Figures>>;
  /** What each is told in the portal, newest first, by title and a piece of the body. Nobody reads it before the last day. */
  readonly notices: Readonly<Partial<Record<Employee, Said>>>;
  /** What some days say when they are chosen. */
  readonly why: Readonly<Partial<Record<Employee, Said>>>;
};
