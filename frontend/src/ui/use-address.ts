/** What a screen keeps in its address: words to search for and page numbers, so that a link, a reload and Back lead to the same view. */
import { useEffect } from "react";
import { type Location, useLocation, useNavigation, useSearchParams } from "react-router";
import { chosenIn, pageIn, wordsIn } from "../domain/address";

type Lead = (page: number) => void;
/** What the server says of one page of a list. */
type PageQuery = {
  readonly data: { readonly pagination: { readonly current: number; readonly pages: number } } | undefined;
  readonly isPlaceholderData: boolean;
};

type Changes = Readonly<Record<string, string | number | null>>;

/** The next address of a place that is still shown. Until it is drawn again, the router would let every change begin from the old one. */
const ahead = new WeakMap<Location, URLSearchParams>();

export function useAddress() {
  const [params, setParams] = useSearchParams();
  const place = useLocation();
  const asked = useNavigation().location;
  // Another screen was asked for, and its script is on its way.
  const isLeaving = asked !== undefined && asked.pathname !== place.pathname;

  const change = (
    changes: Changes,
    options: { replace: boolean; preventScrollReset: boolean; state?: unknown },
  ) => {
    const next = new URLSearchParams(ahead.get(place) ?? params);
    for (const [name, value] of Object.entries(changes)) {
      // Defaults stay out of the address.
      if (value === null || value === "" || value === 1) next.delete(name);
      else next.set(name, String(value));
    }
    ahead.set(place, next);
    setParams(next, options);
  };

  return {
    words: (name: string) => wordsIn(params, name),
    page: (name: string) => pageIn(params, name),
    chosen: <Item extends string | number>(name: string, of: readonly Item[], usual: Item) =>
      chosenIn(params, name, { of, usual }),
    /**
     * A step that Back undoes. `fromTop`: the list fills the page, so the next one is read from its top. `state` is kept with the
     * step, and not in the address.
     */
    step: (changes: Changes, { fromTop = false, state }: { fromTop?: boolean; state?: unknown } = {}) =>
      change(changes, { replace: false, preventScrollReset: !fromTop, state }),
    /**
     * The same view, narrowed or put right: Back leads to where one was before. What was typed is told a moment later,
     * and must not call back a reader who has followed a link meanwhile.
     */
    replace: (changes: Changes) => {
      if (!isLeaving) change(changes, { replace: true, preventScrollReset: true });
    },
  };
}

/** Leads from a page past the end, where a list has shrunk or an address was written by hand, to the last one. */
export function useExistingPage(page: number, pages: number | undefined, lead: Lead): void {
  useEffect(() => {
    if (pages !== undefined && page > Math.max(1, pages)) lead(Math.max(1, pages));
  });
}

/**
 * The same for a list that the server cuts. A page past the end has no rows, and says nothing of the list: until the last page is here,
 * its answer counts as one that is still awaited.
 */
export function useExistingPageOf<Query extends PageQuery>(page: number, query: Query, lead: Lead): Query {
  const pagination = query.data?.pagination;
  useExistingPage(page, query.isPlaceholderData ? undefined : pagination?.pages, lead);
  const isPastEnd = pagination !== undefined && pagination.current > Math.max(1, pagination.pages);
  return isPastEnd ? { ...query, data: undefined, isPending: true } : query;
}
