/** What is handed to payroll of a closed month: the figures and amounts of everybody, and the files of them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { progressOf, QueryState } from "../../api/query-state";
import { formatMoney, formatNumber } from "../../domain/format";
import { DownloadButton } from "../../download/download-button";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { YearField } from "./all-months";
import { exportPayroll, payrollOf } from "./api";
import { words } from "./messages";
import { monthIn, monthName, PAGE_SIZE, type PayrollMonth, type PayrollTotals, revisionIn } from "./model";
import styles from "./months.module.css";
import { COLUMNS } from "./payroll-columns";
import { monthsOf, yearIn } from "./reads";

const said = words.payroll;

const CHOICES = { year: "words", month: "words", revision: "words" } as const;

export function Payroll() {
  const { today } = useSession();
  const list = useList(CHOICES);
  const named = monthIn(list.chosen.month);
  const year = yearIn(named.slice(0, 4) || list.chosen.year, today);
  const query = useQuery(monthsOf(year));
  const closed = query.data?.months.filter(({ revision }) => revision > 0);
  const month = closed?.find((one) => one.month === named) ?? closed?.[0];
  const revision = revisionIn(list.chosen.revision);

  return (
    <div className={styles.view}>
      <div className={styles.choices} data-print="hide">
        <YearField
          year={year}
          years={query.data?.years}
          onChange={(next) => list.choose({ year: next, month: "", revision: "", search: "" })}
        />
        {closed && month && (
          <>
            <Select
              label={words.month}
              value={month.month}
              options={closed.map((one) => ({ value: one.month, label: monthName(one.month) }))}
              onChange={(value) => list.choose({ year: "", month: value, revision: "" })}
            />
            <Select
              label={words.revision}
              value={String(revision || month.revision)}
              options={revisionsOf(month, revision).map((one) => ({
                value: String(one),
                label: words.revisionOf(one),
              }))}
              onChange={(value) =>
                list.choose({
                  year: "",
                  month: month.month,
                  revision: Number(value) === month.revision ? "" : value,
                })
              }
            />
          </>
        )}
      </div>
      <QueryState query={query} loading={said.loading} failed={said.failed} lines={6} />
      {closed?.length === 0 && (
        <Empty title={`No month of ${year} has been closed yet.`}>
          <Link to=".">Close a month</Link>
        </Empty>
      )}
      {month && <OfMonth key={month.month} month={month.month} revision={revision} />}
    </div>
  );
}

/** Newest first. An address may name one that there is not; the server says so. */
function revisionsOf({ revision: newest }: PayrollMonth, named: number): number[] {
  const all = Array.from({ length: newest }, (_, index) => newest - index);
  return named > newest ? [named, ...all] : all;
}

function OfMonth({ month, revision: named }: { month: string; revision: number }) {
  const list = useList(CHOICES);
  const query = usePage(list, (page) => payrollOf(month, named, list.search, page));
  const { data } = query;
  const isCurrent = data && data.month.state === "closed" && data.revision.revision === data.month.revision;
  if (query.isPending) return <Skeleton label={said.loading} lines={6} />;
  return (
    <>
      <div className={styles.notes}>
        <p className="quiet">Amounts before tax, for information</p>
        {data && !isCurrent && <p className={styles.warning}>This revision is no longer current.</p>}
        {data && (
          <div className={styles.acts} data-print="hide">
            {(["csv", "pdf"] as const).map((format) => (
              <DownloadButton
                key={format}
                file={exportPayroll}
                of={{
                  month,
                  format,
                  // The newest one is asked for as such, or a reopening in the meantime would go unnoticed.
                  revision: isCurrent ? null : data.revision.revision,
                  fallbackName: `Payroll_${month}_r${data.revision.revision}.${format}`,
                }}
                words={{ download: said.export[format], downloading: "Preparing..." }}
              />
            ))}
          </div>
        )}
      </div>
      {data && <Totals totals={data.totals} currency={data.revision.currency} />}
      <SearchField
        label={said.search}
        labelHidden
        placeholder={said.search}
        value={list.search}
        onSearch={list.find}
        className={styles.search}
      />
      <DataTable
        label={data ? `Payroll of ${monthName(month)}, revision ${data.revision.revision}` : said.loading}
        columns={COLUMNS}
        rows={data?.rows}
        keyOf={({ userId }) => userId}
        loading={said.loading}
        isLong
        {...progressOf(query, said.failed)}
        empty={
          <Empty title={`Nobody matches “${list.search}”.`}>
            <Button onClick={() => list.find("")}>Show All Employees</Button>
          </Empty>
        }
        pages={pagerOf("Pages of payroll", PAGE_SIZE, list, data?.pagination)}
      />
    </>
  );
}

/** Of the whole revision, whatever the search. */
function Totals({ totals, currency }: { totals: PayrollTotals; currency: string }) {
  return (
    <Tiles>
      <Tile label={said.tiles.employees} value={formatNumber(totals.employees)} />
      {(["monthlyBase", "grossPay"] as const).map((name) => (
        <Tile
          key={name}
          label={said.tiles[name]}
          value={<span className={styles.total}>{formatMoney(totals[name], null)}</span>}
          unit={currency}
        />
      ))}
      <Tile label={said.tiles.missingSalary} value={formatNumber(totals.missingSalary)} />
    </Tiles>
  );
}
