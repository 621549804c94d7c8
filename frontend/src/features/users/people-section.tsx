/** The people of one role: a table, or cards where there is no room for one. */

import { useRef } from "react";
import { showingResults } from "../../domain/paging";
import { fullName } from "../../domain/people";
import type { Role } from "../../domain/roles";
import { Empty } from "../../ui/empty";
import { Section } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { useFocusOfGoneRow } from "../../ui/use-focus-of-gone-row";
import { useMedia } from "../../ui/use-media";
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

const NOBODY: readonly Account[] = [];

export function PeopleSection({ role, viewer, list, stale, filtered, page, size, onPage, onOpen }: Props) {
  const said = words.sections[role];
  const asCards = useMedia("(max-width: 68rem)");
  const frame = useRef<HTMLDivElement>(null);
  useFocusOfGoneRow(frame, list?.users ?? NOBODY);
  const total = list?.pagination.total ?? 0;
  const People = asCards ? Cards : Table;
  return (
    <Section title={said.title} aside={list && <span className={styles.count}>{words.records(total)}</span>}>
      {!list && <Skeleton label={said.loading} lines={5} />}
      {list && list.users.length === 0 && !stale && (
        <Empty title={said.none}>{filtered && <p>{words.noMatch}</p>}</Empty>
      )}
      {list && list.users.length > 0 && (
        <div ref={frame} className={styles.people} aria-busy={stale || undefined}>
          <People role={role} users={list.users} viewer={viewer} onOpen={onOpen} />
        </div>
      )}
      {list && total > 0 && (
        <Pager
          label={said.pages}
          summary={showingResults(page, size, total)}
          page={page}
          pages={list.pagination.pages}
          onPage={onPage}
        />
      )}
    </Section>
  );
}

type PeopleProps = {
  role: Role;
  users: readonly Account[];
  viewer: Viewer;
  onOpen: (user: Account) => void;
};

function Table({ role, users, viewer, onOpen }: PeopleProps) {
  const isAdmin = viewer.role === "Admin";
  const { columns } = words;
  return (
    <table className={styles.table} data-role={role} aria-label={words.sections[role].title}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          {isAdmin && (
            <th scope="col" className={styles.accessColumn}>
              {columns.access}
            </th>
          )}
          <th scope="col" className={styles.departmentColumn}>
            {columns.department}
          </th>
          {isAdmin && (
            <th scope="col" className={styles.roleColumn}>
              {columns.role}
            </th>
          )}
          {role === "Employee" && (
            <th scope="col" className={styles.managerColumn}>
              {columns.manager}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user._id} data-row={user._id}>
            <th scope="row">
              <Name user={user} onOpen={onOpen} />
            </th>
            {isAdmin && (
              <td>
                <AccessControl user={user} isSelf={user._id === viewer.id} />
              </td>
            )}
            <td dir="auto">{user.department || <Nothing />}</td>
            {isAdmin && <td>{user.role}</td>}
            {role === "Employee" && (
              <td>
                <ManagerField employee={user} labelHidden compact />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ role, users, viewer, onOpen }: PeopleProps) {
  const isAdmin = viewer.role === "Admin";
  return (
    <ul className={styles.cards}>
      {users.map((user) => (
        <li key={user._id} data-row={user._id} className={styles.card}>
          <Name user={user} onOpen={onOpen} />
          <div className={styles.facts}>
            <span dir="auto">
              <span className="visually-hidden">{words.columns.department}: </span>
              {user.department || <Nothing />}
            </span>
            {isAdmin && (
              <span>
                <span className="visually-hidden">{words.columns.role}: </span>
                {user.role}
              </span>
            )}
          </div>
          {isAdmin && (
            <div className={styles.cardAccess}>
              <AccessControl user={user} isSelf={user._id === viewer.id} />
            </div>
          )}
          {role === "Employee" && (
            <div className={styles.cardManager}>
              <span aria-hidden="true">{words.columns.manager}</span>
              <ManagerField employee={user} labelHidden />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
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
      <span className={styles.employeeId}>{user.employeeId}</span>
      {marksOf(user).map((kind) => (
        <Status key={kind} kind={kind} stamp />
      ))}
    </span>
  );
}

const Nothing = () => <span className={styles.nothing}>{words.notAvailable}</span>;
