/** Who looks after an employee: to read, and to choose among the managers that can. Saved with the choice. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSend, useSending } from "../../api/send";
import { fullName } from "../../domain/people";
import { type Choice, Combobox } from "../../ui/combobox";
import { type Account, assignManager, userQueries } from "./api";
import { words } from "./messages";

const REMOVE: Choice = { value: "remove", label: "Remove manager", tone: "remove" };

type Props = { employee: Account; labelHidden?: boolean; compact?: boolean };

export function ManagerField({ employee, labelHidden = false, compact = false }: Props) {
  const [search, setSearch] = useState<string | null>(null);
  const managers = useQuery({ ...userQueries.managers(search ?? ""), enabled: search !== null });
  const { send } = useSend(assignManager);
  const sending = useSending(assignManager).find(({ employeeId }) => employeeId === employee._id);
  const current = employee.managerId;
  const found = managers.data?.users ?? [];
  const choices = found.map(
    (one): Choice => ({
      value: one._id,
      label: fullName(one),
      detail: [one.employeeId, one.department].filter(Boolean).join(", "),
    }),
  );
  const total = managers.data?.pagination.total ?? 0;

  const choose = ({ value, label }: Choice) => {
    if (value === current?._id) return;
    const manager = value === REMOVE.value ? null : { id: value, name: label };
    send({ employeeId: employee._id, manager });
  };
  const saved = current ? fullName(current) : null;

  return (
    <Combobox
      label={labelHidden ? `Manager of ${fullName(employee)}` : words.columns.manager}
      labelHidden={labelHidden}
      compact={compact}
      // What was chosen stands there while it is saved; a refusal brings back what was there before.
      chosen={sending ? (sending.manager?.name ?? null) : saved}
      placeholder="No manager"
      choices={current && search === "" ? [...choices, REMOVE] : choices}
      onSearch={setSearch}
      onChoose={choose}
      loading={search !== null && managers.isPending}
      failure={managers.isError && managers.data === undefined ? "Error loading managers" : null}
      note={total > found.length ? `${found.length} of ${total}. Type to find the others.` : null}
      words={words.manager}
      busy={sending !== undefined}
    />
  );
}
