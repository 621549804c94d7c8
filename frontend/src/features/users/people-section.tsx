/** The people of one role. */
import { showingResults } from "../../domain/paging";
import { fullName } from "../../domain/people";
import type { Role } from "../../domain/roles";
import { NobodyYet } from "../../people/nobody-yet";
import { named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { Section } from "../../ui/page";
import { Status } from "../../ui/status";
import { AccessControl } from "./access-control";
import type { Account, AccountPage } from "./api";
import { ManagerField } from "./manager-field";
import { words } from "./messages";
import { marksOf, type Viewer } from "./model";
import styles from "./users.module.css";

type Props = {
  role: Role;
  viewer: Viewer;
  /** Absent until it is here. */
  list: AccountPage | undefined;
  /** Another page is on its way: what is shown is the one before. */
  stale: boolean;
  filtered: boolean;
  page: number;
  size: number;
  onPage: (page: number) => void;
  onOpen: (user: Account) => void;
};

export function PeopleSection({ role, viewer, list, stale, filtered, page, size, onPage, onOpen }: Props) {
  const said = words.sections[role];
  const total = list?.pagination.total ?? 0;
  return (
    <Section
      title={said.title}
      aside={list && <span className="quiet small figures">{words.records(total)}</span>}
    >
      <DataTable
        label={said.title}
        columns={columnsOf(role, viewer, onOpen)}
        rows={list?.users}
        keyOf={(user) => user._id}
        loading={said.loading}
        isStale={stale}
        empty={
          <Empty title={said.none}>
            {filtered ? <p>Nobody matches the search and filters.</p> : <NobodyYet of={role} />}
          </Empty>
        }
        pages={
          total > 0 && {
            label: said.pages,
            summary: showingResults(page, size, total),
            page,
            pages: list?.pagination.pages ?? 1,
            onPage,
          }
        }
      />
    </Section>
  );
}

const MANAGER_WIDTH = "14rem";

function columnsOf(role: Role, viewer: Viewer, onOpen: (user: Account) => void): Column<Account>[] {
  const isManaged = role === "Employee";
  // The room of the column that only employees have stays free in the others, so that all columns stand under each other.
  const last = (width: string) => (isManaged ? width : `calc(${width} + ${MANAGER_WIDTH})`);
  const { manager } = words.columns;
  const forThoseWhoBlock = (column: Column<Account>) => (viewer.mayBlock ? [column] : []);
  return [
    { head: "Name", isName: true, card: "lead", cell: (user) => <Name user={user} onOpen={onOpen} /> },
    ...forThoseWhoBlock({
      head: "Access Control",
      width: "8.5rem",
      card: "corner",
      cell: (user) => <AccessControl user={user} isSelf={user._id === viewer.id} />,
    }),
    named("Department", ({ department }) => department || <span className="quiet">N/A</span>, {
      width: viewer.mayBlock ? "11rem" : last("11rem"),
      card: "fact",
    }),
    ...forThoseWhoBlock({ head: "Role", width: last("6.5rem"), card: "fact", cell: (user) => user.role }),
    ...(isManaged
      ? [
          {
            head: manager,
            width: MANAGER_WIDTH,
            card: "field" as const,
            cell: (user: Account) => <ManagerField employee={user} labelHidden compact />,
          },
        ]
      : []),
  ];
}

function Name({ user, onOpen }: { user: Account; onOpen: (user: Account) => void }) {
  return (
    <span className={styles.name}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        dir="auto"
        onClick={() => onOpen(user)}
      >
        {fullName(user)}
      </button>
      <span className="employee-id fine">{user.employeeId}</span>
      {marksOf(user).map((kind) => (
        <Status key={kind} kind={kind} stamp />
      ))}
    </span>
  );
}
