/** Departments: how many of their working days people were there, what is missing, and what waits. */
import { formatPercent } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { BarRows } from "../../ui/chart/bar-rows";
import { figure, named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { departmentsOf, files } from "./api";
import { words } from "./messages";
import { MonthReport } from "./month-report";
import { AsOf } from "./report";

const said = words.report;

type Row = Schemas["Department"];

const nameOf = ({ department }: Row): string => department ?? "No department";

const COLUMNS: readonly Column<Row>[] = [
  named(said.department, nameOf, { isName: true, card: "lead" }),
  figure("Employees", ({ employees }) => employees),
  figure(words.columns.workingDays, ({ workingDays }) => workingDays, undefined, "8rem"),
  figure(words.columns.present, ({ presentDays }) => presentDays),
  figure(words.columns.rate, ({ rate }) => rate, formatPercent),
  figure(said.missingDays, ({ missingDays }) => missingDays, undefined, "7rem"),
  figure(said.waiting, ({ waiting }) => waiting),
];

export function Departments() {
  return (
    <MonthReport read={departmentsOf} file={files.departments}>
      {({ rows, pagination, asOf }, { name, tableOf }) => (
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
            {...tableOf("Pages of departments")}
            label={`Departments in ${name}`}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ department }) => department ?? ""}
          />
          <AsOf at={asOf} />
        </>
      )}
    </MonthReport>
  );
}
