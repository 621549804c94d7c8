/** The figures and amounts of an employee, as they stand in the file. */
import { formatDay } from "../../domain/day";
import { formatMoney, formatTenths } from "../../domain/format";
import type { Column } from "../../ui/data-table";
import { Status } from "../../ui/status";
import { words } from "./messages";
import type { PayrollRow } from "./model";
import styles from "./months.module.css";

const { columns } = words.payroll;

type Figure =
  | "workingDays"
  | "payableDays"
  | "paidLeave"
  | "unpaidLeave"
  | "absentDays"
  | "pendingDays"
  | "extraDays"
  | "approvedHours";

const figure = (name: Figure, width = "4.2rem"): Column<PayrollRow> => ({
  head: columns[name],
  width,
  align: "end",
  card: "fact",
  cell: (row) => formatTenths(row[name]),
});

const amount = (name: "monthlyBase" | "grossPay"): Column<PayrollRow> => ({
  head: columns[name],
  width: "5.25rem",
  align: "end",
  card: "fact",
  cell: ({ [name]: value }) => (value === null ? words.none : formatMoney(value, null)),
});

export const COLUMNS: readonly Column<PayrollRow>[] = [
  {
    head: columns.employeeId,
    width: "4.75rem",
    card: "corner",
    cell: ({ employeeId }) => <span className="employee-id">{employeeId}</span>,
  },
  { head: columns.name, isName: true, card: "lead", cell: ({ name }) => <bdi>{name}</bdi> },
  {
    head: columns.department,
    width: "5.75rem",
    card: "line",
    cell: ({ department }) => <bdi>{department ?? words.none}</bdi>,
  },
  figure("workingDays"),
  figure("payableDays"),
  figure("paidLeave"),
  figure("unpaidLeave"),
  figure("absentDays"),
  figure("pendingDays"),
  figure("extraDays"),
  figure("approvedHours", "4.8rem"),
  {
    head: columns.annualSalary,
    width: "6.25rem",
    align: "end",
    card: "fact",
    cell: (row) => <Salary {...row} />,
  },
  amount("monthlyBase"),
  amount("grossPay"),
];

function Salary({ annualSalary, salarySince, salaryMissing }: PayrollRow) {
  if (salaryMissing || annualSalary === null) return <Status kind="needs-attention" word="No salary" />;
  return (
    <span className={styles.salary}>
      {formatMoney(annualSalary, null)}
      {salarySince !== null && (
        <span className="quiet fine">{`since ${formatDay(salarySince, "dated")}`}</span>
      )}
    </span>
  );
}
