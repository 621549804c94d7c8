/** The cards of a filter, with everything that is still on its way. */
import type { CalendarDate } from "@internationalized/date";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { teamTimesheets } from "./api";
import { buildCards, datesOf, datesOfWaiting, type Filter, select } from "./model";

const NOTHING = { timesheets: [], weeks: [] };

/**
 * A range of dates is one call. What waits may lie anywhere: a first call finds the days, a second one fetches the whole weeks round
 * them, since a week is decided as a whole.
 */
export function useTeamWeeks(filter: Filter, today: CalendarDate) {
  const waiting = useQuery({
    ...teamTimesheets({ status: "pending" }),
    enabled: filter.range === "waiting",
  });
  const dates =
    filter.range === "waiting"
      ? datesOfWaiting(waiting.data?.timesheets ?? [])
      : datesOf(filter.range, today);
  const nothingWaits = filter.range === "waiting" && waiting.isSuccess && dates === null;
  const whole = useQuery({
    ...teamTimesheets(dates ?? {}),
    enabled: dates !== null,
    placeholderData: keepPreviousData,
  });

  const data = nothingWaits ? NOTHING : whole.data;
  const cards = useMemo(() => (data ? buildCards(data) : []), [data]);
  const { range, employee, status } = filter;
  const selected = useMemo(
    () => select(cards, { range, employee, status }),
    [cards, range, employee, status],
  );
  const failed = filter.range === "waiting" && waiting.isError ? waiting : whole.isError ? whole : null;
  const members = useMemo(() => new Map(cards.map((card) => [card.userId, card.name] as const)), [cards]);
  return {
    cards: selected,
    members,
    failed,
    pending: data === undefined && failed === null,
    /** What is shown belongs to the filter before. */
    stale: whole.isPlaceholderData && dates !== null,
  };
}
