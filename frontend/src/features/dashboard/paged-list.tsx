/** A list of the dashboard, five rows at a time; its page stands in the address. */
import type { UseQueryResult } from "@tanstack/react-query";
import clsx from "clsx";
import type { ReactNode } from "react";
import { Failure } from "../../api/query-state";
import { pageOf } from "../../domain/paging";
import { Empty } from "../../ui/empty";
import { Section } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Skeleton } from "../../ui/skeleton";
import { useAddress } from "../../ui/use-address";
import styles from "./dashboard.module.css";

const PAGE_SIZE = 5;

type Props<Row> = {
  query: UseQueryResult<Row[]>;
  /** Waits for more than its own rows. */
  isPending?: boolean;
  /** Its place in the address. */
  name: string;
  say: Record<"title" | "lead" | "empty" | "failed" | "pages", string>;
  /** Stands below the sentence that there is nothing. */
  next?: ReactNode;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

export function PagedList<Row>({ query, isPending = false, name, say, next, keyOf, children }: Props<Row>) {
  const address = useAddress();
  const rows = isPending ? undefined : query.data;
  const { items, page, pages } = pageOf(rows ?? [], address.page(name), PAGE_SIZE);
  return (
    <Section
      title={say.title}
      aside={<p className={clsx("quiet small figures", styles.aside)}>{say.lead}</p>}
    >
      {isPending && <Skeleton label="Loading..." lines={6} />}
      <Failure query={query} failed={say.failed} />
      {rows && rows.length === 0 && <Empty title={say.empty}>{next}</Empty>}
      {rows && rows.length > 0 && (
        <div>
          <ul className={clsx("ruled", styles.rows)} data-rows={pages > 1 ? PAGE_SIZE : undefined}>
            {items.map((row) => (
              <li key={keyOf(row)} className={styles.personRow}>
                {children(row)}
              </li>
            ))}
          </ul>
          <Pager
            label={say.pages}
            page={page}
            pages={pages}
            between="count"
            onPage={(next) => address.step({ [name]: next })}
          />
        </div>
      )}
    </Section>
  );
}
