/** Missing Days: who has not recorded which days of a month. */
import { fullName } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import { type Column, DataTable } from "../../ui/data-table";
import { Nothing } from "../../ui/nothing";
import { files, missingDaysOf } from "./api";
import { employeeId, figure, nameColumn } from "./columns";
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
  {
    head: "Manager",
    card: "field",
    cell: ({ manager }) => (manager === null ? <Nothing /> : <bdi>{fullName(manager)}</bdi>),
  },
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
