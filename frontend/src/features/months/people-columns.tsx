/** What HR wants to know of an employee before a month is closed. */
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { named, person, Who } from "../../ui/columns";
import type { Column } from "../../ui/data-table";
import { Status } from "../../ui/status";
import { words } from "./messages";
import { openOf, type ReadinessRow } from "./model";
import styles from "./months.module.css";

const said = words.open;

export const COLUMNS: readonly Column<ReadinessRow>[] = [
  {
    head: words.employee,
    isName: true,
    width: "14rem",
    card: "lead",
    cell: ({ userId, name, employeeId }) => (
      <Who
        name={
          <Link to={paths.userTimesheets(userId)}>
            <bdi>{name}</bdi>
          </Link>
        }
        employeeId={employeeId}
      />
    ),
  },
  named("Department", ({ department }) => department ?? words.none, { width: "9rem", card: "field" }),
  person("Manager", ({ manager }) => manager, {
    width: "10rem",
    card: "field",
    none: <span className="mistake">None</span>,
  }),
  { head: "Open", card: "line", cell: (row) => <Open row={row} /> },
  { head: "Reminded Today", width: "9rem", card: "field", cell: remindedOf },
];

function Open({ row }: { row: ReadinessRow }) {
  if (row.isReady) return <Status kind="good" word="Ready" />;
  return (
    <ul className={styles.open}>
      {openOf(row).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

function remindedOf({ remindedToday }: ReadinessRow): string {
  const told = (["manager", "employee"] as const).filter((who) => remindedToday[who]);
  return told.map((who) => said.remindedOf[who]).join(", ") || words.none;
}
