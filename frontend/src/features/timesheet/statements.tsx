/** What became of each closed month: its days, and the receipt of it. */
import { progressOf } from "../../api/query-state";
import { useSend, useSending } from "../../api/send";
import { firstDay, formatDay, parseMonth } from "../../domain/day";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { words } from "./messages";
import { STATEMENTS_A_PAGE, STATEMENTS_PAGE, statementsOn } from "./reads";
import { downloadReceipt, type Statement } from "./statements-api";
import styles from "./timesheet.module.css";

const said = words.statements;

function nameOf({ month: key }: Statement): string {
  const month = parseMonth(key);
  return month ? formatDay(firstDay(month), "month") : key;
}

const days = (head: string, daysOf: (statement: Statement) => number) =>
  figure(head, daysOf, String, "8.5rem");
const COLUMNS: readonly Column<Statement>[] = [
  { head: "Month", isName: true, card: "lead", cell: nameOf },
  days("Working Days", ({ workingDays }) => workingDays),
  days("Approved", ({ approvedDays }) => approvedDays),
  days("Leave", ({ paidLeave, unpaidLeave }) => paidLeave + unpaidLeave),
  days("Absent", ({ absentDays }) => absentDays),
  days("Payable Days", ({ payableDays }) => payableDays),
  {
    head: said.download,
    isHeadHidden: true,
    width: "11rem",
    align: "end",
    card: "corner",
    cell: (statement) => <Receipt statement={statement} />,
  },
];

export function Statements() {
  const list = useList({}, [STATEMENTS_PAGE]);
  const query = usePage(list, statementsOn, STATEMENTS_PAGE);
  const { statements, pagination } = query.data ?? {};
  return (
    <DataTable
      label={said.title}
      columns={COLUMNS}
      rows={statements}
      keyOf={({ month }) => month}
      loading="Loading statements..."
      {...progressOf(query, "Failed to load statements")}
      empty={
        <Empty title="No month has been closed yet.">
          <p>When HR closes a month, your statement will appear here to download.</p>
        </Empty>
      }
      pages={pagerOf("Pages of statements", STATEMENTS_A_PAGE, list, pagination, STATEMENTS_PAGE)}
    />
  );
}

function Receipt({ statement }: { statement: Statement }) {
  const { user } = useSession();
  const { month, revision } = statement;
  const { send } = useSend(downloadReceipt);
  const isSending = useSending(downloadReceipt).some((receipt) => receipt.month === month);
  return (
    <Button
      variant="quiet"
      className={styles.receipt}
      busy={isSending}
      onClick={() => send({ month, revision, employeeId: user.employeeId })}
    >
      {isSending ? "Preparing..." : said.download}
      <span className="visually-hidden">{`: ${nameOf(statement)}`}</span>
    </Button>
  );
}
