/** The cards of a filter, with everything that is still on its way. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOfTeam } from "../../substitutes/team";
import { buildCards, type Filter, select } from "./model";
import { queryOf, teamTimesheets } from "./reads";

export function useTeamWeeks(filter: Filter, today: string) {
  const { range, employee, status, team } = filter;
  const query = useQuery({ ...teamTimesheets(queryOf(range, today)), placeholderData: keepPreviousData });
  const cards = useMemo(() => (query.data ? buildCards(query.data) : []), [query.data]);
  const selected = useMemo(
    () => select(cards, { range, employee, status, team }),
    [cards, range, employee, status, team],
  );
  const members = useMemo(
    () => new Map(cards.filter(isOfTeam(team)).map((card) => [card.userId, card.name] as const)),
    [cards, team],
  );
  return {
    cards: selected,
    /** Those who can be chosen: the people of the chosen team. */
    members,
    failed: query.isError ? query : null,
    pending: query.isPending,
    /** What is shown belongs to the filter before. */
    stale: query.isPlaceholderData,
  };
}
