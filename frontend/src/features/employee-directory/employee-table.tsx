/** The people of one page, with their counts: a table where there is room, cards where there is not. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { paths } from "../../domain/paths";
import { fullName, mailtoOf } from "../../domain/people";
import { buttonClass } from "../../ui/button";
import { ErrorPanel } from "../../ui/error-panel";
import { Initials } from "../../ui/initials";
import { Status } from "../../ui/status";
import { type Counts, type Employee, employeeQueries } from "./api";
import styles from "./employee-directory.module.css";
import { words } from "./messages";

type Props = {
  employees: readonly Employee[];
  /** Another page is on its way: these people leave in a moment. */
  busy: boolean;
};

export function EmployeeTable({ employees, busy }: Props) {
  const counts = useQuery({
    ...employeeQueries.counts(employees.map((employee) => employee._id)),
    ...(busy ? { enabled: false } : {}),
  });
  return (
    <>
      {counts.isError && (
        <ErrorPanel
          message={messageOr(counts.error, words.countsFailed)}
          onRetry={() => void counts.refetch()}
          busy={counts.isFetching}
        />
      )}
      <table className={styles.table} aria-busy={busy}>
        <thead>
          <tr>
            <th scope="col">Employee</th>
            <th scope="col">Email</th>
            <th scope="col">Department</th>
            <th scope="col">Timesheet Status</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {employees.map((employee) => (
            <tr key={employee._id}>
              <th scope="row">
                <span className={styles.who}>
                  <Initials of={employee} />
                  <span className={styles.words}>
                    <bdi className={styles.name}>{fullName(employee)}</bdi>
                    <span className={styles.id}>
                      {employee.employeeId}
                      {standing(employee)}
                    </span>
                  </span>
                </span>
              </th>
              <td className={styles.email}>
                <a href={mailtoOf(employee.email)}>{employee.email}</a>
              </td>
              <td className={styles.department}>
                <bdi>{employee.department || words.noDepartment}</bdi>
              </td>
              <td className={styles.status}>
                {counts.isPending || counts.data === undefined ? (
                  <span className={styles.quiet}>{counts.isError ? words.unknown : words.loading}</span>
                ) : (
                  <Badges counts={counts.data.get(employee._id)} />
                )}
              </td>
              <td className={styles.action}>
                <Link
                  className={buttonClass()}
                  to={paths.userTimesheets(employee._id)}
                  aria-label={words.viewOf(fullName(employee))}
                >
                  {words.view}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function standing({ isActive, isBlocked }: Employee): string {
  if (!isActive) return ` · ${words.inactive}`;
  return isBlocked ? ` · ${words.blocked}` : "";
}

function Badges({ counts }: { counts: Counts | undefined }) {
  if (counts === undefined || counts.total === 0) return <Status kind="none" word={words.noTimesheets} />;
  return (
    <span className={styles.badges}>
      {(["pending", "approved", "rejected"] as const).map((kind) => (
        <Status
          key={kind}
          kind={kind}
          stamp={counts[kind] > 0}
          className={counts[kind] === 0 ? styles.zero : undefined}
          word={`${counts[kind].toLocaleString("en-US")} ${LABELS[kind]}`}
        />
      ))}
    </span>
  );
}

const LABELS = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
