/** What a person earns, from which day on. */
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../../api/query-state";
import { personQueries } from "../../api/reads";
import { formatDay } from "../../domain/day";
import { formatMoney } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { useSession } from "../../session/current";
import { person } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Section } from "../../ui/page";
import { words } from "./messages";
import styles from "./users.module.css";

type Period = Schemas["SalaryPeriod"];

const said = words.salaries;

export function SalaryHistory({ userId }: { userId: string }) {
  const { currency } = useSession();
  const query = useQuery(personQueries.salaries(userId));
  const columns: Column<Period>[] = [
    { head: "From", isName: true, card: "lead", cell: ({ from }) => formatDay(from, "dated") },
    {
      head: "Amount",
      align: "end",
      card: "corner",
      cell: ({ salary }) => (
        <span className={styles.amount}>{salary === null ? "None" : formatMoney(salary, currency)}</span>
      ),
    },
    person("Set by", ({ setBy }) => setBy, { card: "field" }),
  ];
  return (
    <Section title={said.title} className={styles.part}>
      <DataTable
        label={said.title}
        rows={query.data?.salaries}
        keyOf={({ from }) => from}
        loading={said.loading}
        empty={
          <>
            <p className="quiet">No salary recorded</p>
            <p className="quiet small">You can add one with Edit Profile.</p>
          </>
        }
        error={failureOf(query, "Failed to load the salary history")}
        columns={columns}
        isShort
      />
    </Section>
  );
}
