/** The nights that zones.spec.ts lives through, with every date written down by hand as the screens have to read. */
import type { BrowserContextOptions } from "@playwright/test";

/** A day as it is sent, as it is read in full, and as it is read in a list. */
export type Day = { readonly date: string; readonly long: string; readonly medium: string };

/** Something before the organisation's midnight, and after it. */
type Around<Thing> = readonly [before: Thing, after: Thing];

export type Night = {
  readonly name: string;
  readonly zone: string;
  readonly browser: BrowserContextOptions;
  /** Three minutes before midnight, and two minutes after it. */
  readonly at: Around<string>;
  /** The day that the browser itself has before it. */
  readonly elsewhere: string;
  readonly over: Day;
  readonly begun: Day;
  /** The week of the day that is over; whether it is over with it, and whether the manager looks at it, which costs a page more. */
  readonly week: {
    readonly name: string;
    readonly monday: string;
    readonly isOver: boolean;
    readonly isJudged: boolean;
  };
  /** One to come, and how far off it is. */
  readonly holiday: Day;
  readonly away: Around<string>;
  /** The first day that HR may open, two working days back, and how many there are up to the present one. */
  readonly openable: Around<readonly [earliest: string, count: number]>;
  /** The present month and year. */
  readonly month: Around<readonly [month: string, year: string]>;
  /** Seven hundred days before: when Emma Larsen joined. */
  readonly joined: readonly [date: string, long: string];
  /** The first day of somebody whom HR adds after midnight. */
  readonly joins?: Day;
};

const day = (date: string, long: string, medium: string): Day => ({ date, long, medium });

export const NIGHTS: readonly Night[] = [
  {
    name: "into a leap day at −11, from +14 and in German",
    zone: "Pacific/Pago_Pago",
    browser: { timezoneId: "Pacific/Kiritimati", locale: "de-DE" },
    at: ["2028-02-29T10:57:00Z", "2028-02-29T11:02:00Z"],
    elsewhere: "2028-03-01",
    over: day("2028-02-28", "Monday, February 28, 2028", "Mon, Feb 28"),
    begun: day("2028-02-29", "Tuesday, February 29, 2028", "Tue, Feb 29"),
    week: { name: "February 28 – March 5, 2028", monday: "2028-02-28", isOver: false, isJudged: false },
    holiday: day("2028-02-29", "Tuesday, February 29, 2028", "Tue, Feb 29"),
    away: ["tomorrow", "today"],
    openable: [
      ["2028-02-24", 5],
      ["2028-02-25", 5],
    ],
    month: [
      ["February", "2028"],
      ["February", "2028"],
    ],
    joined: ["2026-03-30", "Monday, March 30, 2026"],
    joins: day("2028-02-29", "Tuesday, February 29, 2028", "Tue, Feb 29"),
  },
  {
    name: "into a new year at 0, from New York",
    zone: "UTC",
    browser: { timezoneId: "America/New_York", locale: "en-GB" },
    at: ["2026-12-31T23:57:00Z", "2027-01-01T00:02:00Z"],
    elsewhere: "2026-12-31",
    over: day("2026-12-31", "Thursday, December 31, 2026", "Thu, Dec 31"),
    begun: day("2027-01-01", "Friday, January 1, 2027", "Fri, Jan 1"),
    week: {
      name: "December 28, 2026 – January 3, 2027",
      monday: "2026-12-28",
      isOver: false,
      isJudged: true,
    },
    holiday: day("2027-01-04", "Monday, January 4, 2027", "Mon, Jan 4"),
    away: ["in 4 days", "in 3 days"],
    openable: [
      ["2026-12-29", 3],
      ["2026-12-30", 3],
    ],
    month: [
      ["December", "2026"],
      ["January", "2027"],
    ],
    joined: ["2025-01-30", "Thursday, January 30, 2025"],
  },
  {
    name: "into a Sunday without midnight in Santiago, from Tehran and by another calendar",
    zone: "America/Santiago",
    browser: { timezoneId: "Asia/Tehran", locale: "fa-IR" },
    at: ["2026-09-06T03:57:00Z", "2026-09-06T04:02:00Z"],
    elsewhere: "2026-09-06",
    over: day("2026-09-05", "Saturday, September 5, 2026", "Sat, Sep 5"),
    begun: day("2026-09-06", "Sunday, September 6, 2026", "Sun, Sep 6"),
    week: { name: "August 31 – September 6, 2026", monday: "2026-08-31", isOver: false, isJudged: false },
    holiday: day("2026-09-07", "Monday, September 7, 2026", "Mon, Sep 7"),
    away: ["in 2 days", "tomorrow"],
    openable: [
      ["2026-09-03", 3],
      ["2026-09-03", 4],
    ],
    month: [
      ["September", "2026"],
      ["September", "2026"],
    ],
    joined: ["2024-10-05", "Saturday, October 5, 2024"],
  },
];
