/** Who looks after an employee: to read, and to choose among the managers that can. Saved with the choice. */
import { useSend, useSending } from "../../api/send";
import { fullName } from "../../domain/people";
import { usePersonSearch } from "../../people/use-person-search";
import { type Choice, Combobox } from "../../ui/combobox";
import { type Account, assignManager } from "./api";
import { words } from "./messages";

const REMOVE: Choice = { value: "remove", label: "Remove manager", tone: "remove" };

type Props = { employee: Account; labelHidden?: boolean; compact?: boolean };

export function ManagerField({ employee, labelHidden = false, compact = false }: Props) {
  // A blocked or inactive manager decides nothing.
  const { choices, isUntyped, field } = usePersonSearch(
    { role: "Manager", status: "active" },
    ({ employeeId, department }) => [employeeId, department],
    "Error loading managers",
  );
  const { send } = useSend(assignManager);
  const sending = useSending(assignManager).find(({ employeeId }) => employeeId === employee._id);
  const current = employee.managerId;

  const choose = ({ value, label }: Choice) => {
    if (value === current?._id) return;
    const manager = value === REMOVE.value ? null : { id: value, name: label };
    send({ employeeId: employee._id, manager });
  };
  const saved = current ? fullName(current) : null;

  return (
    <Combobox
      {...field}
      label={labelHidden ? `Manager of ${fullName(employee)}` : words.columns.manager}
      labelHidden={labelHidden}
      compact={compact}
      // What was chosen stands there while it is saved; a refusal brings back what was there before.
      chosen={sending ? (sending.manager?.name ?? null) : saved}
      placeholder="No manager"
      choices={current && isUntyped ? [...choices, REMOVE] : choices}
      onChoose={choose}
      words={words.manager}
      busy={sending !== undefined}
    />
  );
}
