/** Whose day it is: suggestions at once, narrowed by what is typed. A few people are searched here, many by the server. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { ApiError, messageOr } from "../../api/error";
import { personQueries } from "../../api/reads";
import { fullName } from "../../domain/people";
import { NoEmployees } from "../../people/nobody-yet";
import { type Choice, Combobox } from "../../ui/combobox";
import { ErrorPanel } from "../../ui/error-panel";
import { type Account, employeesToHelp } from "./api";
import { words } from "./messages";
import { refusalOf, suggestionsFor, wordsOf } from "./model";
import { LIST_LIMIT } from "./reads";

const said = words.employee;

type Props = {
  employeeId: string;
  onChoose: (employeeId: string) => void;
  error: string | null;
  busy: boolean;
  ref: Ref<HTMLInputElement>;
};

export function EmployeeField({ employeeId, onChoose, error, busy, ref }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const { list, people, total } = useSuggestions(wordsOf(typed ?? ""));
  // The person who is named in the address need not be among the suggestions.
  const chosen = useQuery({ ...personQueries.one(employeeId), enabled: employeeId !== "" });
  const person = employeeId === "" ? undefined : chosen.data?.user;
  const window = useQuery({ ...personQueries.unlockWindow(employeeId), enabled: employeeId !== "" });
  const notTheirs = refusalOf(window.error) ?? (chosen.isError ? peopleFailure(chosen.error) : null);

  const choose = (id: string) => {
    const user = people.find((one) => one._id === id);
    if (user) client.setQueryData(personQueries.one(id).queryKey, { user });
    onChoose(id);
  };

  return (
    <>
      {list.isError && <ErrorPanel message={peopleFailure(list.error)} retry={list} />}
      <Combobox
        ref={ref}
        label="Employee"
        chosen={person ? fullName(person) : null}
        placeholder={
          employeeId !== "" && chosen.isPending ? "Loading employee..." : "Name, employee ID or department"
        }
        choices={people.map(choiceOf)}
        onSearch={setTyped}
        onChoose={({ value }) => choose(value)}
        loading={list.isPending}
        failure={list.isError ? "Error loading employees" : null}
        note={total > people.length ? `${people.length} of ${total}. Type to find the others.` : null}
        words={said}
        busy={busy}
        hint={
          person ? (
            detailOf(person)
          ) : list.data?.pagination.total === 0 && typed === null ? (
            <>
              There is nobody you can unlock days for. <NoEmployees />
            </>
          ) : null
        }
        error={error ?? notTheirs}
      />
    </>
  );
}

/** `search` among those that are here already; where there are more of them than one answer holds, among all by the server. */
function useSuggestions(search: string) {
  const first = useQuery(employeesToHelp(""));
  const areMany = (first.data?.pagination.total ?? 0) > LIST_LIMIT;
  const found = useQuery({ ...employeesToHelp(search), enabled: areMany && search !== "" });
  const list = areMany && search !== "" ? found : first;
  const { users = [], pagination } = list.data ?? {};
  return { list, ...suggestionsFor({ users, total: pagination?.total ?? 0 }, search) };
}

const detailOf = ({ employeeId, department }: Account): string =>
  [employeeId, department].filter(Boolean).join(", ");

const choiceOf = (person: Account): Choice => ({
  value: person._id,
  label: fullName(person),
  detail: detailOf(person),
});

/** A server that answers says why, or at least that it would not; one that is not reached says nothing. */
function peopleFailure(error: unknown): string {
  return error instanceof ApiError && error.kind === "http"
    ? messageOr(error, "Failed to load employees")
    : "Failed to fetch employees";
}
