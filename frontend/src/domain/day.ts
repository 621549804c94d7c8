/**
 * Calendar arithmetic of the screens. A day is a `YYYY-MM-DD` string on the wire and a `CalendarDate` in here; neither has a time
 * or a zone, so no clock of the browser can move it. Which day is today, and what may be done on a day, the server says.
 */
import { CalendarDate, getDayOfWeek, parseDate, startOfWeek } from "@internationalized/date";

export type Month = { readonly year: number; readonly month: number };

const LOCALE = "en-US";

/** What an address bar may hold is not always a date: `null` for what is not one. */
export function parseDay(text: string | null | undefined): CalendarDate | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

export function parseMonth(text: string | null | undefined): Month | null {
  const first = text ? parseDay(`${text}-01`) : null;
  return first ? { year: first.year, month: first.month } : null;
}

export const monthOf = (day: CalendarDate): Month => ({ year: day.year, month: day.month });
export const firstDay = ({ year, month }: Month): CalendarDate => new CalendarDate(year, month, 1);
export const lastDay = (month: Month): CalendarDate => {
  const first = firstDay(month);
  return first.set({ day: first.calendar.getDaysInMonth(first) });
};
export const monthKey = (month: Month): string => firstDay(month).toString().slice(0, 7);
export const addMonths = (month: Month, count: number): Month =>
  monthOf(firstDay(month).add({ months: count }));

/** Whether a day lies in one of these months, such as `2026-06`. Which are closed the server says. */
export const isClosed = (day: string, closedMonths: readonly string[]): boolean =>
  closedMonths.includes(day.slice(0, 7));

/** Weeks are Monday to Sunday everywhere but in month grids. */
export const mondayOf = (day: CalendarDate): CalendarDate => startOfWeek(day, LOCALE, "mon");

export const monthDays = (month: Month): CalendarDate[] =>
  Array.from({ length: lastDay(month).day }, (_, index) => firstDay(month).add({ days: index }));

export function weekDays(monday: CalendarDate): CalendarDate[] {
  return Array.from({ length: 7 }, (_, index) => monday.add({ days: index }));
}

export type WeekStart = "sun" | "mon";

/** How many days of its week lie before it. */
export const dayOfWeek = (day: CalendarDate, start: WeekStart): number => getDayOfWeek(day, LOCALE, start);

/**
 * The weeks of a month as a grid draws them, with `null` where another month's days would stand. It counts within the month: an
 * address may name the last month that a calendar has, after which no week follows.
 */
export function monthWeeks(month: Month, start: WeekStart = "sun"): (CalendarDate | null)[][] {
  const first = firstDay(month);
  const blanks = dayOfWeek(first, start);
  const days = lastDay(month).day;
  return Array.from({ length: Math.ceil((blanks + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - blanks + 1;
      return day >= 1 && day <= days ? first.set({ day }) : null;
    }),
  );
}

const formats = {
  long: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  medium: { weekday: "short", month: "short", day: "numeric" },
  short: { month: "short", day: "numeric" },
  weekday: { weekday: "short" },
  weekdayName: { weekday: "long" },
  month: { month: "long", year: "numeric" },
  monthName: { month: "long" },
  week: { month: "long", day: "numeric", year: "numeric" },
  dated: { month: "short", day: "numeric", year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Both the instant and the formatter stand in UTC, so the day that goes in is the day that comes out. */
function formatter(name: keyof typeof formats): Intl.DateTimeFormat {
  const known =
    formatters.get(name) ?? new Intl.DateTimeFormat(LOCALE, { ...formats[name], timeZone: "UTC" });
  formatters.set(name, known);
  return known;
}

export function formatDay(day: CalendarDate | string, style: keyof typeof formats): string {
  const date = typeof day === "string" ? parseDay(day) : day;
  return date ? formatter(style).format(date.toDate("UTC")) : String(day);
}

/** "November 16 – 22, 2026", or with the months cut short. */
export const formatSpan = (
  first: CalendarDate,
  last: CalendarDate,
  style: "week" | "dated" | "short" = "week",
): string => formatter(style).formatRange(first.toDate("UTC"), last.toDate("UTC"));

export function formatWeek(monday: CalendarDate | string): string {
  const first = typeof monday === "string" ? parseDay(monday) : monday;
  return first ? formatSpan(first, first.add({ days: 6 })) : String(monday);
}

/** The day of an instant in that zone, at full length where nothing else is said. */
export const formatDayOf = (
  instant: string,
  timeZone: string,
  style: keyof typeof formats = "long",
): string => new Intl.DateTimeFormat(LOCALE, { ...formats[style], timeZone }).format(new Date(instant));

/** An instant, as the people of the organisation read their clocks. */
export function formatInstant(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(instant),
  );
}

/** January 4, 1970 was a Sunday. */
export const weekdayNames = (start: WeekStart): string[] =>
  weekDays(new CalendarDate(1970, 1, start === "mon" ? 5 : 4)).map((day) => formatDay(day, "weekdayName"));
