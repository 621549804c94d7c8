/** The page of a list that its address names, cut by the server. */
import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useExistingPageOf } from "../ui/use-address";
import type { List } from "../ui/use-list";
import type { ReadKey } from "./query";

type Paged = { readonly pagination: { readonly current: number; readonly pages: number } };

/** The page before stays until the next one is here, so that nothing jumps. `name`: which of several lists it is. */
export function usePage<Answer, Data extends Paged, Key extends ReadKey, Name extends string>(
  { pageOf, lead }: Pick<List<unknown, Name>, "pageOf" | "lead">,
  read: (page: number) => UseQueryOptions<Answer, Error, Data, Key>,
  name?: Name,
): UseQueryResult<Data> {
  const page = pageOf(name);
  const query = useQuery({ placeholderData: keepPreviousData, ...read(page) });
  return useExistingPageOf(page, query, (last) => lead(last, name));
}
