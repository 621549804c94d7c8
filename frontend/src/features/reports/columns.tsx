/** Columns that several reports have. */
import type { ReactNode } from "react";
import { formatNumber } from "../../domain/format";
import type { Column } from "../../ui/data-table";
import { Nothing } from "../../ui/nothing";
import { words } from "./messages";

/** A number under its head; null where there is none. */
export const figure = <Row,>(
  head: string,
  figureOf: (row: Row) => number | null,
  format: (value: number) => string = formatNumber,
  width = "6.5rem",
): Column<Row> => ({
  head,
  width,
  align: "end",
  card: "fact",
  cell: (row) => {
    const value = figureOf(row);
    return value === null ? <Nothing /> : format(value);
  },
});

/** Who, with what is said of them behind the name. */
export const nameColumn = <Row extends { readonly name: string }>(
  head: string = words.columns.name,
  beside: (row: Row) => ReactNode = () => null,
): Column<Row> => ({
  head,
  isName: true,
  card: "lead",
  cell: (row) => (
    <>
      <bdi>{row.name}</bdi>
      {beside(row)}
    </>
  ),
});

export const employeeId: Column<{ readonly employeeId: string }> = {
  head: words.columns.employeeId,
  width: "7rem",
  card: "line",
  cell: ({ employeeId: id }) => <span className="employee-id">{id}</span>,
};
