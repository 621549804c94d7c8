/** Which weeks are shown. Each choice stands in the address, so that a view can be kept and sent. */
import { TeamFilter } from "../../substitutes/teams";
import { optionsOf, Select } from "../../ui/select";
import styles from "./approvals.module.css";
import { words } from "./messages";
import { CHOICES, type Filter } from "./model";

const { ranges, statuses } = words.filters;

type Props = {
  filter: Filter;
  members: ReadonlyMap<string, string>;
  onChange: (change: Partial<Filter>) => void;
};

export function Filters({ filter, members, onChange }: Props) {
  const known = [...members]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));
  // An address may name somebody who has recorded nothing in these days.
  const absent =
    filter.employee !== "" && !members.has(filter.employee)
      ? [{ value: filter.employee, label: "Selected employee" }]
      : [];
  return (
    <fieldset className={styles.filters} data-print="hide">
      <legend className="visually-hidden">Filters</legend>
      {/* Somebody who was chosen may be of no other team. */}
      <TeamFilter team={filter.team} onChange={(team) => onChange({ team, employee: "" })} />
      <Select
        label="Date range"
        value={filter.range}
        options={optionsOf(CHOICES.range.of, ranges)}
        onChange={(range) => onChange({ range })}
      />
      <Select
        label="Employee"
        value={filter.employee}
        options={[{ value: "", label: "All Employees" }, ...known, ...absent]}
        onChange={(employee) => onChange({ employee })}
      />
      <Select
        label="Status"
        value={filter.status}
        options={optionsOf(CHOICES.status.of, statuses)}
        onChange={(status) => onChange({ status })}
      />
    </fieldset>
  );
}
