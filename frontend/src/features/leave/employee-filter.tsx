/** Whose requests are shown. The server searches among the people; the one in the address need not be among those found. */
import { useQuery } from "@tanstack/react-query";
import { personQueries } from "../../api/reads";
import { fullName } from "../../domain/people";
import { usePersonSearch } from "../../people/use-person-search";
import { type Choice, Combobox } from "../../ui/combobox";
import { words } from "./messages";

const said = words.approvals.filters;

const EVERYBODY: Choice = { value: "", label: said.everybody, tone: "remove" };
type Props = { employee: string; onChoose: (employee: string) => void };

export function EmployeeFilter({ employee, onChoose }: Props) {
  const { choices, isUntyped, remember, field } = usePersonSearch(
    { role: "Employee" },
    ({ employeeId, department }) => [employeeId, department],
    "Failed to load employees",
  );
  const one = useQuery({ ...personQueries.one(employee), enabled: employee !== "" });
  const person = employee === "" ? undefined : one.data?.user;
  const choose = ({ value }: Choice) => {
    remember(value);
    onChoose(value);
  };
  return (
    <Combobox
      {...field}
      label="Employee"
      chosen={employee === "" ? null : person ? fullName(person) : "Selected employee"}
      placeholder={said.everybody}
      choices={employee !== "" && isUntyped ? [EVERYBODY, ...choices] : choices}
      onChoose={choose}
      words={said}
    />
  );
}
