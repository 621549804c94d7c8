/** The cards of a filter, with everything that is still on its way. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { buildCards, type Filter, select } from "./model";
import { queryOf, teamTimesheets } from "./reads";

export function useTeamWeeks(filter: Filter, today: string) {
  const { range, employee, status } = filter;
  const team = useQuery({ ...teamTimesheets(queryOf(range, today)), placeholderData: keepPreviousData });
  const cards = useMemo(() => (team.data ? buildCards(team.data) : []), [team.data]);
  const selected = useMemo(
    () => select(cards, { range, employee, status }),
    [cards, range, employee, status],
  );
  const members = useMemo(() => new Map(cards.map((card) => [card.userId, card.name] as const)), [cards]);
  return {
    cards: selected,
    members,
    failed: team.isError ? team : null,
    pending: team.isPending,
    /** What is shown belongs to the filter before. */
    stale: team.isPlaceholderData,
  };
}
