/** The figures and amounts of an employee, as they stand in the file. */
import { formatDay } from "../../domain/day";
import { formatMoney, formatTenths } from "../../domain/format";
import { figure, named } from "../../ui/columns";
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

const days = (name: Figure, width = "4.2rem"): Column<PayrollRow> =>
  figure(columns[name], (row) => row[name], formatTenths, width);

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
  named(columns.name, ({ name }) => name, { isName: true, card: "lead" }),
  named(columns.department, ({ department }) => department ?? words.none, { width: "5.75rem", card: "line" }),
  days("workingDays"),
  days("payableDays"),
  days("paidLeave"),
  days("unpaidLeave"),
  days("absentDays"),
  days("pendingDays"),
  days("extraDays"),
  days("approvedHours", "4.8rem"),
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
