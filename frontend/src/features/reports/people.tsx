/** The people of one month, in the order and on the page that the address names. */
import { formatPercent } from "../../domain/format";
import { pageOf, showingResults } from "../../domain/paging";
import { Button } from "../../ui/button";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty, Nothing } from "../../ui/empty";
import { Status } from "../../ui/status";
import { useExistingPage } from "../../ui/use-address";
import { words } from "./messages";
import { matching, type Order, ordered, type Row, type View } from "./model";
import styles from "./reports.module.css";
import { usePrinting } from "./use-printing";

/** As many as fill a few screens; all of them at once would make a slow page of a big organisation. */
const PAGE_SIZE = 50;

const { columns } = words;

const COLUMNS: readonly Column<Row, Order>[] = [
  {
    head: columns.name,
    isName: true,
    card: "lead",
    orders: { ascending: "name" },
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    head: columns.employeeId,
    width: "8rem",
    card: "line",
    cell: ({ employeeId }) => <span className="employee-id">{employeeId}</span>,
  },
  figure(columns.workingDays, ({ totalWorkingDays }) => totalWorkingDays, String, "8rem"),
  figure("Leave Days", ({ leaveDays }) => leaveDays, String, "7rem"),
  {
    head: columns.present,
    width: "7rem",
    align: "end",
    card: "fact",
    cell: ({ totalPresent }) => (
      <span className={styles.days} data-whole={Number.isInteger(totalPresent) || undefined}>
        {totalPresent}
      </span>
    ),
  },
  {
    head: columns.rate,
    width: "7rem",
    align: "end",
    card: "fact",
    orders: { ascending: "lowest", descending: "highest" },
    cell: ({ attendanceRate }) => <Rate rate={attendanceRate} />,
  },
  { head: "Rating", width: "10rem", card: "corner", cell: ({ rating }) => <Status kind={rating} /> },
];

export function People({ rows, view, month }: { rows: readonly Row[]; view: View; month: string }) {
  const isPrinting = usePrinting();
  const found = ordered(matching(rows, view.search), view.chosen.order);
  const { items, page, pages } = pageOf(found, view.pageOf(), PAGE_SIZE);
  useExistingPage(view.pageOf(), pages, view.lead);
  return (
    <DataTable
      label={`Attendance in ${month}`}
      columns={COLUMNS}
      rows={isPrinting ? found : items}
      keyOf={(row) => String(row.place)}
      loading={words.loading}
      order={view.chosen.order}
      onOrder={(order) => view.choose({ order })}
      empty={
        <Empty title={`Nobody matches “${view.search}”.`}>
          <Button onClick={() => view.find("")}>Show All Employees</Button>
        </Empty>
      }
      pages={
        found.length > 0 && {
          label: "Pages of attendance",
          page,
          pages,
          onPage: view.turn,
          summary: showingResults(page, PAGE_SIZE, found.length),
        }
      }
    />
  );
}

function Rate({ rate }: { rate: number | null }) {
  return rate === null ? <Nothing spoken="no working days" /> : formatPercent(rate);
}
