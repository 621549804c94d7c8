/** The months of a year: where each stands, and what the last check of it found. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { progressOf } from "../../api/query-state";
import { formatNumber } from "../../domain/format";
import { Moment, useSession } from "../../session/current";
import { type Column, DataTable } from "../../ui/data-table";
import { Section } from "../../ui/page";
import { NumberSelect } from "../../ui/select";
import { Status } from "../../ui/status";
import { useAddress } from "../../ui/use-address";
import { words } from "./messages";
import { badgeOf, foundBy, monthName, type PayrollMonth } from "./model";
import styles from "./months.module.css";
import { monthsOf, yearIn } from "./reads";

/** `below`: what follows the table, once that has its height. */
export function AllMonths({ below }: { below: ReactNode }) {
  const { today } = useSession();
  const address = useAddress();
  const present = yearIn(null, today);
  const year = yearIn(address.words("year"), today);
  const query = useQuery({ ...monthsOf(year), placeholderData: keepPreviousData });
  return (
    <>
      <Section
        title={words.allMonths}
        aside={
          <YearField
            year={year}
            years={query.data?.years}
            onChange={(next) => address.step({ year: next === present ? null : next })}
          />
        }
      >
        <DataTable
          label={`Months of ${year}`}
          columns={COLUMNS}
          rows={query.data?.months}
          keyOf={({ month }) => month}
          loading={words.loading}
          {...progressOf(query, words.failed)}
        />
      </Section>
      {query.isPending || below}
    </>
  );
}

type YearProps = { year: number; years: readonly number[] | undefined; onChange: (year: number) => void };

/** The year in view, out of those that there are. An address may name another one. */
export function YearField({ year, years = [], onChange }: YearProps) {
  const offered = years.includes(year) ? years : [year, ...years].sort((one, other) => other - one);
  return (
    <NumberSelect
      label="Year"
      fieldClassName={styles.year}
      value={year}
      options={offered}
      onChange={onChange}
    />
  );
}

const COLUMNS: readonly Column<PayrollMonth>[] = [
  {
    head: words.month,
    isName: true,
    card: "lead",
    cell: ({ month }) => <Link to={`?month=${month}`}>{monthName(month)}</Link>,
  },
  { head: "State", width: "9rem", card: "corner", cell: (month) => <Status {...badgeOf(month)} /> },
  {
    head: words.revision,
    width: "6rem",
    align: "end",
    card: "fact",
    cell: ({ revision }) => revision || words.none,
  },
  {
    head: "Closed",
    width: "11rem",
    card: "fact",
    cell: ({ newest }) => (newest ? <Moment at={newest.closedAt} as="week" /> : words.none),
  },
  {
    head: words.employees,
    width: "7rem",
    align: "end",
    card: "fact",
    cell: ({ newest }) => (newest ? formatNumber(newest.employees) : words.none),
  },
  {
    head: "Check",
    width: "12rem",
    card: "field",
    cell: ({ check }) => {
      const found = foundBy(check);
      return found ? <Status {...found} /> : words.none;
    },
  },
];
