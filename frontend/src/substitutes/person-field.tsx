/** A choice of one of the organisation's people, among those of some roles; the server searches. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fullName } from "../domain/people";
import type { Schemas } from "../domain/types";
import { type Choice, Combobox } from "../ui/combobox";
import { substituteQueries } from "./api";
import { words } from "./messages";

type Role = Schemas["Role"];

const said = words.people;

type Props = {
  label: string;
  roles: readonly Role[];
  /** Who is not offered: nobody is their own substitute. */
  without: string;
  /** The name of who is chosen. */
  chosen: string | null;
  onChoose: (choice: Choice) => void;
  error: string | undefined;
  busy: boolean;
  /** What comes before choosing, where there is nobody to choose from. */
  first?: string;
};

export function PersonField({ label, roles, without, chosen, onChoose, error, busy, first }: Props) {
  const [search, setSearch] = useState<string | null>(null);
  const people = useQuery({
    ...substituteQueries.people(roles.join(","), search ?? ""),
    enabled: search !== null,
  });
  const found = people.data?.users ?? [];
  const total = people.data?.pagination.total ?? 0;
  return (
    <Combobox
      label={label}
      chosen={chosen}
      placeholder={said.placeholder}
      choices={found
        .filter(({ _id }) => _id !== without)
        .map((one) => ({
          value: one._id,
          label: fullName(one),
          detail: [one.employeeId, roles.length > 1 ? one.role : one.department].filter(Boolean).join(", "),
        }))}
      onSearch={setSearch}
      onChoose={onChoose}
      loading={search !== null && people.isPending}
      failure={people.isError && people.data === undefined ? said.failed : null}
      note={total > found.length ? said.more(found.length, total) : null}
      words={first === undefined ? said : { ...said, first }}
      busy={busy}
      error={error ?? null}
    />
  );
}
