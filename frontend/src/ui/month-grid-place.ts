/**
 * Which month and which day a calendar shows, read from the address and written to it: `?month=2026-10&date=2026-10-20`. What
 * the address does not say is the present month; what it says wrongly is passed over.
 */
import type { CalendarDate } from "@internationalized/date";
import { useSearchParams } from "react-router";
import { type Month, monthKey, monthOf, parseDay, parseMonth } from "../domain/day";

export type Limits = { readonly earliest: Month; readonly latest: Month } | null;

/** The first and the last month that the server lets this person see, out of its answer. */
export function limitsOf(answer: { earliestMonth: string; latestMonth: string } | undefined): Limits {
  const earliest = parseMonth(answer?.earliestMonth);
  const latest = parseMonth(answer?.latestMonth);
  return earliest && latest ? { earliest, latest } : null;
}

export function clamp(month: Month, limits: Limits): Month {
  if (!limits) return month;
  if (monthKey(month) < monthKey(limits.earliest)) return limits.earliest;
  return monthKey(month) > monthKey(limits.latest) ? limits.latest : month;
}

type Habits = {
  /** Without a day in the address, today counts as chosen. */
  startsOnToday: boolean;
  /** Whether Back leads from a month to the one that was shown before it, or straight to the page before. */
  backByMonth: boolean;
};

export function useCalendarPlace(
  today: CalendarDate,
  limits: Limits,
  { startsOnToday, backByMonth }: Habits = { startsOnToday: true, backByMonth: true },
) {
  const [params, setParams] = useSearchParams();
  const named = parseDay(params.get("date"));
  const month = clamp(parseMonth(params.get("month")) ?? monthOf(named ?? today), limits);
  const isIn = (day: CalendarDate | null): day is CalendarDate =>
    day !== null && monthKey(monthOf(day)) === monthKey(month);
  const selected = isIn(named) ? named : startsOnToday && isIn(today) ? today : null;

  const write = (nextMonth: Month, day: CalendarDate | null, replace: boolean) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const isDefaultDay = day === null || (startsOnToday && day.compare(today) === 0);
        const isDefaultMonth = monthKey(nextMonth) === monthKey(monthOf(isDefaultDay ? today : day));
        if (isDefaultMonth) next.delete("month");
        else next.set("month", monthKey(nextMonth));
        if (isDefaultDay) next.delete("date");
        else next.set("date", day.toString());
        return next;
      },
      { replace: replace || !backByMonth, preventScrollReset: true },
    );
  };

  return {
    month,
    selected,
    /** The day that the address names, where it lies outside the months that may be seen. */
    outside:
      named && limits && monthKey(clamp(monthOf(named), limits)) !== monthKey(monthOf(named)) ? named : null,
    showMonth: (next: Month) => write(next, null, false),
    selectDay: (day: CalendarDate) => write(monthOf(day), day, monthKey(monthOf(day)) === monthKey(month)),
  };
}
