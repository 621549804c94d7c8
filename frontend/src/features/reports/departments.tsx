/** Departments: how many of their working days people were there, what is missing, and what waits. */
import { useQuery } from "@tanstack/react-query";
import { formatPercent } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { UnlessNobody } from "../../people/nobody-yet";
import { BarRows } from "../../ui/chart/bar-rows";
import { type Column, DataTable } from "../../ui/data-table";
import { useExistingPageOf } from "../../ui/use-address";
import { pagerOf, useList } from "../../ui/use-list";
import { departmentsOf, files } from "./api";
import { figure } from "./columns";
import { words } from "./messages";
import { MonthBar, useMonth } from "./month-filter";
import { AsOf, PAGE_SIZE, Report } from "./report";
import styles from "./reports.module.css";

const said = words.report;

type Row = Schemas["Department"];

const nameOf = ({ department }: Row): string => department ?? "No department";

const COLUMNS: readonly Column<Row>[] = [
  { head: said.department, isName: true, card: "lead", cell: (row) => <bdi>{nameOf(row)}</bdi> },
  figure("Employees", ({ employees }) => employees),
  figure(words.columns.workingDays, ({ workingDays }) => workingDays, undefined, "8rem"),
  figure(words.columns.present, ({ presentDays }) => presentDays),
  figure(words.columns.rate, ({ rate }) => rate, formatPercent),
  figure(said.missingDays, ({ missingDays }) => missingDays, undefined, "7rem"),
  figure(said.waiting, ({ waiting }) => waiting),
];

export function Departments() {
  const list = useList({ month: "words" });
  const shown = useMonth(list);
  const page = list.pageOf();
  const query = useExistingPageOf(page, useQuery(departmentsOf(shown.month, page)), list.lead);
  return (
    <div className={styles.view}>
      <MonthBar shown={shown} query={query}>
        <DownloadButton file={files.departments} of={shown.month} words={words.report} />
      </MonthBar>
      <Report
        query={query}
        isEmpty={({ pagination }) => pagination.total === 0}
        next={
          <UnlessNobody>
            <p>{said.nothingIn(shown.name)}</p>
          </UnlessNobody>
        }
      >
        {({ rows, pagination, asOf }) => (
          <>
            {pagination.pages > 1 && (
              <p className="quiet small">The chart shows the departments of this page.</p>
            )}
            <BarRows
              title="Attendance by department"
              heading={said.department}
              label={words.columns.rate}
              rows={rows.map((row) => ({ name: nameOf(row), value: row.rate }))}
              format={formatPercent}
              most={100}
            />
            <DataTable
              label={`Departments in ${shown.name}`}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ department }) => department ?? ""}
              loading={said.loading}
              isStale={query.isPlaceholderData}
              pages={pagerOf("Pages of departments", PAGE_SIZE, list, pagination)}
            />
            <AsOf at={asOf} />
          </>
        )}
      </Report>
    </div>
  );
}
