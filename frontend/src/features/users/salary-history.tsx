/** What a person earns, from which day on. */
import { useQuery } from "@tanstack/react-query";
import { messageOr } from "../../api/error";
import { personQueries } from "../../api/reads";
import type { components } from "../../api/schema";
import { formatDay } from "../../domain/day";
import { formatMoney } from "../../domain/format";
import { fullName } from "../../domain/people";
import { useSession } from "../../session/current";
import { type Column, DataTable } from "../../ui/data-table";
import { Section } from "../../ui/page";
import { words } from "./messages";
import styles from "./users.module.css";

type Period = components["schemas"]["SalaryPeriod"];

const said = words.salaries;

export function SalaryHistory({ userId }: { userId: string }) {
  const { currency } = useSession();
  const query = useQuery(personQueries.salaries(userId));
  const columns: Column<Period>[] = [
    { head: said.from, isName: true, card: "lead", cell: ({ from }) => formatDay(from, "dated") },
    {
      head: said.amount,
      align: "end",
      card: "corner",
      cell: ({ salary }) => (
        <span className={styles.amount}>
          {salary === null ? said.noSalary : formatMoney(salary, currency)}
        </span>
      ),
    },
    { head: said.by, card: "field", cell: ({ setBy }) => setBy && <bdi>{fullName(setBy)}</bdi> },
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
            <p className="quiet">{said.none}</p>
            <p className="quiet small">{said.noneLine}</p>
          </>
        }
        error={query.isError && { message: messageOr(query.error, said.failed), retry: query }}
        columns={columns}
        isShort
      />
    </Section>
  );
}
