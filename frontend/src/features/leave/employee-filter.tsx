/** Whose requests are shown. The server searches among the people; the one in the address need not be among those found. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { personQueries } from "../../api/reads";
import { accountsOf, fullName } from "../../domain/people";
import { type Choice, Combobox } from "../../ui/combobox";
import { words } from "./messages";

const said = words.approvals.filters;

const EVERYBODY: Choice = { value: "", label: said.everybody, tone: "remove" };
/** As many people as one looks through without typing. */
const SHOWN = 20;

type Props = { employee: string; onChoose: (employee: string) => void };

export function EmployeeFilter({ employee, onChoose }: Props) {
  const client = useQueryClient();
  const [search, setSearch] = useState<string | null>(null);
  const people = useQuery({
    ...personQueries.list({ role: "Employee", page: 1, limit: SHOWN, search: search ?? "" }),
    select: accountsOf,
    enabled: search !== null,
  });
  const one = useQuery({ ...personQueries.one(employee), enabled: employee !== "" });
  const person = employee === "" ? undefined : one.data?.user;
  const found = people.data?.users ?? [];
  const total = people.data?.pagination.total ?? 0;
  const choices = found.map(
    (user): Choice => ({
      value: user._id,
      label: fullName(user),
      detail: [user.employeeId, user.department].filter(Boolean).join(", "),
    }),
  );
  const choose = ({ value }: Choice) => {
    const user = found.find(({ _id }) => _id === value);
    if (user) client.setQueryData(personQueries.one(value).queryKey, { user });
    onChoose(value);
  };
  return (
    <Combobox
      label="Employee"
      chosen={employee === "" ? null : person ? fullName(person) : "Selected employee"}
      placeholder={said.everybody}
      choices={employee !== "" && search === "" ? [EVERYBODY, ...choices] : choices}
      onSearch={setSearch}
      onChoose={choose}
      loading={search !== null && people.isPending}
      failure={people.isError && people.data === undefined ? "Failed to load employees" : null}
      note={total > found.length ? `${found.length} of ${total}. Type to find the others.` : null}
      words={said}
    />
  );
}
