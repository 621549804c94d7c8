/** Columns that several reports have. */
import type { ReactNode } from "react";
import type { Column } from "../../ui/data-table";
import { words } from "./messages";

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
