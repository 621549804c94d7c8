/**
 * Whether the rejected days on the page can be corrected. That is the server's to say, and its calendar says it: the months with
 * such a day are asked for, as far back as the calendar goes. What can be corrected is always within it.
 */
import { useQueries, useQuery } from "@tanstack/react-query";
import { calendarOf } from "../../api/reads";
import { monthKey, monthOf, parseMonth } from "../../domain/day";
import type { CalendarDay, Timesheet } from "../../domain/types";
import { useToday } from "../../session/current";
import { clamp, limitsOf } from "../../ui/month-grid-place";

/** The day as the calendar has it; `gone` where it lies before the calendar's first month. */
export type CalendarDayState = CalendarDay | "unknown" | "gone";

const monthOfDate = (date: string) => date.slice(0, 7);

/** Null until that is known of each of them, because it decides how much room a day takes. */
export function useCalendarDays(entries: readonly Timesheet[]): ((date: string) => CalendarDayState) | null {
  const today = useToday();
  const rejected = entries.filter((entry) => entry.status === "rejected");
  const current = useQuery({ ...calendarOf(monthOf(today)), enabled: rejected.length > 0 });
  const limits = limitsOf(current.data);
  const isWithin = (key: string) => {
    const month = parseMonth(key);
    return month !== null && limits !== null && monthKey(clamp(month, limits)) === key;
  };
  const months = [...new Set(rejected.map((entry) => monthOfDate(entry.date)))].filter(isWithin);
  const calendars = useQueries({
    queries: months.flatMap((key) => {
      const month = parseMonth(key);
      return month ? [calendarOf(month)] : [];
    }),
  });

  if (rejected.length > 0 && (current.isPending || calendars.some(({ isPending }) => isPending))) return null;
  return (date) => {
    if (current.isError) return "unknown";
    const calendar = calendars[months.indexOf(monthOfDate(date))];
    if (!calendar) return "gone";
    return calendar.data?.days.find((day) => day.date === date) ?? "unknown";
  };
}
