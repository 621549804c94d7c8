/** By whom, or about whom. The server searches among all accounts; the one in the address need not be among those found. */
import { useQuery } from "@tanstack/react-query";
import { personQueries } from "../../api/reads";
import { fullName } from "../../domain/people";
import { usePersonSearch } from "../../people/use-person-search";
import { type Choice, Combobox } from "../../ui/combobox";
import { words } from "./messages";

const said = words.filters;

const ANYBODY: Choice = { value: "", label: said.anybody, tone: "remove" };
/** What the portal did by itself: the name that the call has for it. */
const NOBODY = "none";
const SYSTEM: Choice = { value: NOBODY, label: words.system, detail: "Jobs and commands" };
type Props = {
  label: string;
  person: string;
  onChoose: (person: string) => void;
  /** What the portal does by itself can be chosen too. */
  withSystem?: boolean;
};

export function PersonFilter({ label, person, onChoose, withSystem = false }: Props) {
  const { choices, isUntyped, remember, field } = usePersonSearch(
    {},
    ({ employeeId, role }) => [employeeId, role],
    "Failed to load people",
  );
  const one = useQuery({ ...personQueries.one(person), enabled: person !== "" && person !== NOBODY });
  const choose = ({ value }: Choice) => {
    remember(value);
    onChoose(value);
  };
  const chosen = person === NOBODY ? words.system : one.data ? fullName(one.data.user) : "Selected person";
  return (
    <Combobox
      {...field}
      label={label}
      chosen={person === "" ? null : chosen}
      placeholder={said.anybody}
      choices={[
        ...(isUntyped && person !== "" ? [ANYBODY] : []),
        ...(isUntyped && withSystem ? [SYSTEM] : []),
        ...choices,
      ]}
      onChoose={choose}
      words={said}
    />
  );
}
