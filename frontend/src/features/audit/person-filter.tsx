/** By whom, or about whom. The server searches among all accounts; the one in the address need not be among those found. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { personQueries } from "../../api/reads";
import { accountsOf, fullName } from "../../domain/people";
import { type Choice, Combobox } from "../../ui/combobox";
import { words } from "./messages";

const said = words.filters;

const ANYBODY: Choice = { value: "", label: said.anybody, tone: "remove" };
/** What the portal did by itself: the name that the call has for it. */
const NOBODY = "none";
const SYSTEM: Choice = { value: NOBODY, label: words.system, detail: "Jobs and commands" };
/** As many people as one looks through without typing. */
const SHOWN = 20;

type Props = {
  label: string;
  person: string;
  onChoose: (person: string) => void;
  /** What the portal does by itself can be chosen too. */
  withSystem?: boolean;
};

export function PersonFilter({ label, person, onChoose, withSystem = false }: Props) {
  const client = useQueryClient();
  const [search, setSearch] = useState<string | null>(null);
  const people = useQuery({
    ...personQueries.list({ page: 1, limit: SHOWN, search: search ?? "" }),
    select: accountsOf,
    enabled: search !== null,
  });
  const one = useQuery({ ...personQueries.one(person), enabled: person !== "" && person !== NOBODY });
  const found = people.data?.users ?? [];
  const total = people.data?.pagination.total ?? 0;
  const isUntyped = search === "";
  const choices = found.map(
    (user): Choice => ({
      value: user._id,
      label: fullName(user),
      detail: [user.employeeId, user.role].join(", "),
    }),
  );
  const choose = ({ value }: Choice) => {
    const user = found.find(({ _id }) => _id === value);
    if (user) client.setQueryData(personQueries.one(value).queryKey, { user });
    onChoose(value);
  };
  const chosen = person === NOBODY ? words.system : one.data ? fullName(one.data.user) : "Selected person";
  return (
    <Combobox
      label={label}
      chosen={person === "" ? null : chosen}
      placeholder={said.anybody}
      choices={[
        ...(isUntyped && person !== "" ? [ANYBODY] : []),
        ...(isUntyped && withSystem ? [SYSTEM] : []),
        ...choices,
      ]}
      onSearch={setSearch}
      onChoose={choose}
      loading={search !== null && people.isPending}
      failure={people.isError && people.data === undefined ? "Failed to load people" : null}
      note={total > found.length ? `${found.length} of ${total}. Type to find the others.` : null}
      words={said}
    />
  );
}
