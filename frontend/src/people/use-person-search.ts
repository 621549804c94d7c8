/** People to choose from, asked for while somebody searches among them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ListQuery, personQueries } from "../api/reads";
import { fullName, isAccount } from "../domain/people";
import type { Schemas } from "../domain/types";
import type { Choice } from "../ui/combobox";

type Person = Schemas["UserList"]["users"][number];

/** As many people as one looks through without typing. */
const SHOWN = 20;

/** `detailsOf`: what tells two of one name apart. */
export function usePersonSearch(
  among: Omit<ListQuery, "page" | "limit" | "search">,
  detailsOf: (person: Person) => readonly (string | null | undefined)[],
  failed: string,
) {
  const client = useQueryClient();
  const [search, setSearch] = useState<string | null>(null);
  const people = useQuery({
    ...personQueries.list({ ...among, page: 1, limit: SHOWN, search: search ?? "" }),
    enabled: search !== null,
  });
  const found = people.data?.users ?? [];
  const total = people.data?.pagination.total ?? 0;
  return {
    isUntyped: search === "",
    choices: found.map(
      (one): Choice => ({
        value: one._id,
        label: fullName(one),
        detail: detailsOf(one).filter(Boolean).join(", "),
      }),
    ),
    /** The person who was chosen: their name need not be asked for again. */
    remember: (id: string) => {
      const user = found.find(({ _id }) => _id === id);
      if (user && isAccount(user)) client.setQueryData(personQueries.one(id).queryKey, { user });
    },
    /** What the combobox is given. */
    field: {
      onSearch: setSearch,
      loading: search !== null && people.isPending,
      failure: people.isError && people.data === undefined ? failed : null,
      note: total > found.length ? `${found.length} of ${total}. Type to find the others.` : null,
    },
  };
}
