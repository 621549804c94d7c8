/** Missing Days: who has not recorded which days of a month. */
import type { Schemas } from "../../domain/types";
import { figure, person } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Nothing } from "../../ui/empty";
import { files, missingDaysOf } from "./api";
import { employeeId, nameColumn } from "./columns";
import { datesOf } from "./dates";
import { words } from "./messages";
import { MonthReport } from "./month-report";

const said = words.report;

type Row = Schemas["MissingRow"];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn(),
  employeeId,
  {
    head: said.department,
    card: "field",
    cell: ({ department }) => (department === null ? <Nothing /> : <bdi>{department}</bdi>),
  },
  person("Manager", ({ manager }) => manager, { card: "field", none: <Nothing /> }),
  { ...figure<Row>("Days", ({ dates }) => dates.length), card: "field" },
];

export function MissingDays() {
  return (
    <MonthReport
      read={missingDaysOf}
      file={files.missingDays}
      nothingIn={(month) => `Nobody is missing a day in ${month}.`}
    >
      {({ rows }, { name, tableOf }) => (
        <DataTable
          {...tableOf("Pages of employees with missing days")}
          label={`Missing days in ${name}`}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ userId }) => userId}
          detail={datesOf<Row>(({ dates }) => dates)}
        />
      )}
    </MonthReport>
  );
}
