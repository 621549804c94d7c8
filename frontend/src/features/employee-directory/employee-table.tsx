/** The people of one page, with their counts. */
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { failureOf } from "../../api/query-state";
import { formatNumber } from "../../domain/format";
import { paths } from "../../domain/paths";
import { fullName, mailtoOf } from "../../domain/people";
import { buttonClass } from "../../ui/button";
import { named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Initials } from "../../ui/initials";
import { Status } from "../../ui/status";
import { statusWords } from "../../ui/status-words";
import { type Counts, countsOf, type Employee } from "./api";
import styles from "./employee-directory.module.css";

type Props = Pick<ComponentProps<typeof DataTable>, "isStale" | "empty" | "pages"> & {
  /** Absent until they are here. */
  employees: readonly Employee[] | undefined;
};

export function EmployeeTable({ employees, isStale = false, ...rest }: Props) {
  const counts = useQuery({
    ...countsOf(employees?.map((employee) => employee._id) ?? []),
    ...(isStale ? { enabled: false } : {}),
  });
  const columns: readonly Column<Employee>[] = [
    { head: "Employee", isName: true, card: "lead", cell: (employee) => <NameAndStanding of={employee} /> },
    {
      head: "Email",
      width: "15.5rem",
      card: "line",
      cell: ({ email }) => (
        <a className={styles.email} href={mailtoOf(email)}>
          {email}
        </a>
      ),
    },
    named("Department", ({ department }) => department || "N/A", { width: "8rem", card: "line" }),
    {
      head: "Timesheet Status",
      width: "clamp(9.5rem, 100cqi - 41rem, 26.75rem)",
      card: "line",
      cell: ({ _id }) => (
        <div className={styles.status}>
          {counts.data ? (
            <Badges counts={counts.data.get(_id)} />
          ) : (
            <span className="quiet">{counts.isError ? "Not known" : "Loading..."}</span>
          )}
        </div>
      ),
    },
    {
      head: "Action",
      width: "5rem",
      align: "end",
      card: "corner",
      cell: (employee) => (
        <Link
          className={buttonClass()}
          to={paths.userTimesheets(employee._id)}
          aria-label={`View timesheets of ${fullName(employee)}`}
        >
          View
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      label="Employee Directory"
      columns={columns}
      rows={employees}
      keyOf={(employee) => employee._id}
      loading="Loading..."
      isStale={isStale}
      error={failureOf(counts, "Failed to fetch all timesheets")}
      {...rest}
    />
  );
}

function NameAndStanding({ of: employee }: { of: Employee }) {
  return (
    <span className={styles.who}>
      <Initials of={employee} />
      <span className={styles.words}>
        <bdi>{fullName(employee)}</bdi>
        <span className="employee-id">
          {employee.employeeId}
          {standing(employee)}
        </span>
      </span>
    </span>
  );
}

function standing({ isActive, isBlocked }: Employee): string {
  if (!isActive) return ` · Inactive`;
  return isBlocked ? ` · Blocked` : "";
}

function Badges({ counts }: { counts: Counts | undefined }) {
  if (counts === undefined || counts.total === 0) return <Status kind="none" word="No Timesheets" />;
  return (
    <span className={styles.badges}>
      {(["pending", "approved", "rejected"] as const).map((kind) => (
        <Status
          key={kind}
          kind={kind}
          stamp={counts[kind] > 0}
          className={counts[kind] === 0 ? styles.zero : undefined}
          word={`${formatNumber(counts[kind])} ${statusWords[kind]}`}
        />
      ))}
    </span>
  );
}
