/** Columns that many tables have, and what stands in their cells. */
import type { ComponentProps, ReactNode } from "react";
import { formatDay } from "../domain/day";
import { formatNumber } from "../domain/format";
import { fullName } from "../domain/people";
import type { Column } from "./data-table";
import { Nothing } from "./empty";

type Place<Row> = Omit<Column<Row, never>, "head" | "cell">;

/** A number under its head; null where there is none. */
export const figure = <Row,>(
  head: string,
  figureOf: (row: Row) => number | null,
  format: (value: number) => string = formatNumber,
  width = "6.5rem",
): Column<Row, never> => ({
  head,
  width,
  align: "end",
  card: "fact",
  cell: (row) => {
    const value = figureOf(row);
    return value === null ? <Nothing /> : format(value);
  },
});

/** A name of somebody or something, in whatever direction it is written. */
export const named = <Row,>(
  head: string,
  nameOf: (row: Row) => ReactNode,
  place: Place<Row>,
): Column<Row, never> => ({
  ...place,
  head,
  cell: (row) => <bdi>{nameOf(row)}</bdi>,
});

type Person = Parameters<typeof fullName>[0];

/** Somebody; `none` stands where there is nobody. */
export const person = <Row,>(
  head: string,
  personOf: (row: Row) => Person | null | undefined,
  { none = null, ...place }: Place<Row> & { none?: ReactNode },
): Column<Row, never> => ({
  ...place,
  head,
  cell: (row) => {
    const one = personOf(row);
    return one ? <bdi>{fullName(one)}</bdi> : none;
  },
});

/** What can be done about a row. */
export const actions = <Row,>(
  width: string,
  cell: (row: Row) => ReactNode,
  place: Partial<Place<Row>> = {},
): Column<Row, never> => ({ head: "Actions", isHeadHidden: true, width, card: "line", cell, ...place });

/** Somebody's name, and below it their number. */
export const Who = ({ name, employeeId }: { name: ReactNode; employeeId: string }) => (
  <span className="stack">
    {name}
    <span className="employee-id fine">{employeeId}</span>
  </span>
);

export const employee = <Row extends { readonly name: string; readonly employeeId: string }>(
  head: string,
): Column<Row, never> => ({
  head,
  isName: true,
  card: "lead",
  cell: ({ name, employeeId }) => <Who name={<bdi>{name}</bdi>} employeeId={employeeId} />,
});

/** As somebody typed it. */
export const Verbatim = ({ children }: { children: ReactNode }) => (
  <span className="verbatim" dir="auto">
    {children}
  </span>
);

type DayProps = { date: string; as?: Parameters<typeof formatDay>[1] } & Pick<
  ComponentProps<"time">,
  "className"
>;

export const Day = ({ date, as = "medium", className }: DayProps) => (
  <time className={className} dateTime={date}>
    {formatDay(date, as)}
  </time>
);
