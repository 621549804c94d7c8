/** What a list shows, read from the address and written to it: the search, what is chosen about it, and its page. */
import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { showingResults } from "../domain/paging";
import { useAddress, useExistingPageOf } from "./use-address";

/** One of some, the usual one where the address says none of them; or whatever words stand there. */
type Choice = { readonly of: readonly (string | number)[]; readonly usual: string | number } | "words";
type Choices = Readonly<Record<string, Choice>>;
type Value<One> = One extends { readonly of: readonly (infer Item)[] } ? Item : string;
type Chosen<Spec> = { readonly [Name in keyof Spec]: Value<Spec[Name]> };

export type List<Spec, Page extends string = string> = {
  readonly search: string;
  readonly chosen: Chosen<Spec>;
  readonly pageOf: (list?: Page) => number;
  /** One step that Back undoes, however long the typing goes on. */
  readonly find: (text: string) => void;
  /** A step of its own. What is not among the choices counts as the usual one when it is read. */
  readonly choose: (change: Partial<Readonly<Record<keyof Spec | "search", string | number>>>) => void;
  readonly turn: (to: number, list?: Page) => void;
  /** Corrects a page that does not exist, without a step in the history. */
  readonly lead: (to: number, list?: Page) => void;
};

/** `pages` is what the page of each list is called, where there are several. Another search or choice begins them all anew. */
export function useList<const Spec extends Choices, Page extends string = "page">(
  choices: Spec,
  pages?: readonly Page[],
): List<Spec, Page> {
  const { words, page, chosen, step, replace } = useAddress();
  const search = words("search");
  const anew = Object.fromEntries((pages ?? ["page"]).map((name) => [name, null]));
  const chosenOf = ([name, choice]: [string, Choice]) => [
    name,
    choice === "words" ? words(name) : chosen(name, choice.of, choice.usual),
  ];
  const isUsual = (name: string, value: unknown) => {
    const choice = choices[name];
    return choice !== undefined && choice !== "words" && choice.usual === value;
  };
  return {
    search,
    chosen: Object.fromEntries(Object.entries(choices).map(chosenOf)) as Chosen<Spec>,
    pageOf: (list) => page(list ?? "page"),
    find: (text) => (text !== "" && search !== "" ? replace : step)({ ...anew, search: text }),
    choose: (change) => {
      const said = (Object.entries(change) as [string, string | number][]).map(([name, value]) => [
        name,
        isUsual(name, value) ? null : value,
      ]);
      step({ ...anew, ...Object.fromEntries(said) });
    },
    // A list that has the screen to itself is read on from its top.
    turn: (to, list) => step({ [list ?? "page"]: to }, { fromTop: pages === undefined }),
    lead: (to, list) => replace({ [list ?? "page"]: to }),
  };
}

type Paged = { readonly pagination: { readonly current: number; readonly pages: number } };

/** The page before stays until the next one is here, so that nothing jumps, unless the read says otherwise. `name`: which of several lists it is. */
export function usePage<Answer, Data extends Paged, Key extends QueryKey, Name extends string>(
  { pageOf, lead }: Pick<List<unknown, Name>, "pageOf" | "lead">,
  read: (page: number) => UseQueryOptions<Answer, Error, Data, Key>,
  name?: Name,
): UseQueryResult<Data> {
  const page = pageOf(name);
  const query = useQuery({ placeholderData: keepPreviousData, ...read(page) });
  return useExistingPageOf(page, query, (last) => lead(last, name));
}

/** The pager of a list that the server cuts; none where all of it is on one page. */
export function pagerOf<Page extends string>(
  label: string,
  size: number,
  { pageOf, turn }: Pick<List<unknown, Page>, "pageOf" | "turn">,
  pagination: { readonly total: number; readonly pages: number } | undefined,
  list?: Page,
) {
  if (pagination === undefined || pagination.total <= size) return false;
  const page = pageOf(list);
  const summary = showingResults(page, size, pagination.total);
  return { label, summary, page, pages: pagination.pages, onPage: (to: number) => turn(to, list) };
}
