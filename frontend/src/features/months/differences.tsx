/** What differs between two revisions of a month, cell by cell as the file has them, and the totals of both. */
import { progressOf } from "../../api/query-state";
import { formatMoney, formatNumber } from "../../domain/format";
import { employee } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { differencesOf } from "./api";
import { words } from "./messages";
import { type DifferenceLine, linesOf, PAGE_SIZE, type PayrollTotals, type Revision } from "./model";
import styles from "./months.module.css";

const said = words.compared;
const KINDS = ["added", "removed", "changed", "unchanged"] as const;

type Props = { month: string; from: number; to: number; revisions: readonly Revision[] };

export function Differences({ month, from, to, revisions }: Props) {
  const list = useList({});
  const query = usePage(list, (page) => differencesOf(month, from, to, page));
  const { data } = query;
  const currencyOf = (revision: number) => revisions.find((one) => one.revision === revision)?.currency;
  return (
    <>
      {data && (
        <ul className={styles.counts}>
          {KINDS.map((kind) => (
            <li key={kind}>
              {said.kinds[kind]} <span className="figures">{formatNumber(data[kind])}</span>
            </li>
          ))}
        </ul>
      )}
      <DataTable
        label="Differences"
        columns={columnsOf(from, to)}
        rows={data?.differences.flatMap(linesOf)}
        keyOf={({ key }) => key}
        loading={said.loading}
        {...progressOf(query, "Failed to load the differences")}
        empty={<Empty title="Nothing changed between these revisions." />}
        pages={pagerOf("Pages of differences", PAGE_SIZE, list, data?.pagination)}
      />
      {data && (
        <DataTable
          label={said.totals}
          columns={totalColumnsOf(from, to)}
          rows={totalsOf(data.totals, currencyOf(from), currencyOf(to))}
          keyOf={({ what }) => what}
          loading={said.loading}
          isShort
        />
      )}
    </>
  );
}

const columnsOf = (from: number, to: number): Column<DifferenceLine>[] => [
  employee(words.employee),
  { head: "What", card: "corner", cell: ({ what }) => what },
  { head: words.revisionOf(from), align: "end", card: "fact", cell: (line) => line.from },
  { head: words.revisionOf(to), align: "end", card: "fact", cell: (line) => line.to },
];

type Total = { readonly what: string; readonly from: string; readonly to: string };

const totalColumnsOf = (from: number, to: number): Column<Total>[] => [
  { head: said.totals, isName: true, card: "lead", cell: ({ what }) => what },
  { head: words.revisionOf(from), align: "end", card: "fact", cell: (total) => total.from },
  { head: words.revisionOf(to), align: "end", card: "fact", cell: (total) => total.to },
];

type Both = { readonly from: PayrollTotals; readonly to: PayrollTotals };

/** The two may be in different currencies. */
function totalsOf({ from, to }: Both, before: string | undefined, after: string | undefined): Total[] {
  const { tiles } = words.payroll;
  const textOf = (totals: PayrollTotals, currency: string | undefined) => ({
    employees: formatNumber(totals.employees),
    payableDays: formatNumber(totals.payableDays),
    monthlyBase: formatMoney(totals.monthlyBase, currency),
    grossPay: formatMoney(totals.grossPay, currency),
    missingSalary: formatNumber(totals.missingSalary),
  });
  const [old, now] = [textOf(from, before), textOf(to, after)];
  return (["employees", "payableDays", "monthlyBase", "grossPay", "missingSalary"] as const).map((name) => ({
    what: tiles[name],
    from: old[name],
    to: now[name],
  }));
}
