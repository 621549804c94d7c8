/** What each row of the file would do, or has done. */
import { progressOf } from "../../api/query-state";
import { formatNumber } from "../../domain/format";
import { named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty, Nothing } from "../../ui/empty";
import { Tabs } from "../../ui/tabs";
import { FigureChange } from "../../ui/text-change";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { PAGE_SIZE, rowsOf } from "./api";
import styles from "./import.module.css";
import { words } from "./messages";
import { ACTIONS, type Plan, type Row, TABS, type TabName } from "./model";

const said = words.rows;

export function PlanRows({ plan }: { plan: Plan }) {
  // The first one with rows, unless the address says another.
  const usual = TABS.find((tab) => plan.counts[ACTIONS[tab]] > 0) ?? "added";
  const list = useList({ show: { of: TABS, usual } });
  const { show } = list.chosen;
  const query = usePage(list, (page) => rowsOf(plan._id, ACTIONS[show], page));
  const table = (tab: TabName) => (
    <DataTable<Row>
      label={said.label[tab]}
      rows={query.data?.rows}
      keyOf={({ line }) => String(line)}
      loading={said.loading}
      {...progressOf(query, said.failed)}
      empty={<Empty title={said.none[tab]} />}
      columns={columnsOf(tab)}
      pages={pagerOf("Pages of rows", PAGE_SIZE, list, query.data?.pagination)}
    />
  );
  return (
    <Tabs
      label="Rows"
      selected={show}
      onSelect={(tab) => list.choose({ show: tab })}
      panels={TABS.map((tab) => ({
        id: tab,
        label: `${said.tabs[tab]} (${formatNumber(plan.counts[ACTIONS[tab]])})`,
        content: tab === show && table(tab),
      }))}
    />
  );
}

const columnsOf = (tab: TabName): readonly Column<Row, never>[] => [
  {
    head: "Line",
    width: "4.5rem",
    card: "corner",
    cell: ({ line }) => <span className="quiet figures">{formatNumber(line)}</span>,
  },
  named(said.who, ({ who }) => who || <Nothing spoken="not known" />, {
    isName: true,
    width: "16rem",
    card: "lead",
  }),
  { head: said.what[tab], card: "line", cell: (row) => <What row={row} isNew={tab === "added"} /> },
];

function What({ row: { changes, problem }, isNew }: { row: Row; isNew: boolean }) {
  if (problem)
    return (
      <span className={styles.problem} dir="auto">
        {problem.column !== "" && `${problem.column}: `}
        {problem.value !== "" && (
          <>
            <bdi className={styles.value}>{problem.value}</bdi>
            {" – "}
          </>
        )}
        {problem.sentence}
      </span>
    );
  if (changes.length === 0) return <Nothing />;
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after, isMasked }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {isMasked ? (
              said.masked
            ) : isNew ? (
              <bdi>{after ?? said.nothing}</bdi>
            ) : (
              <FigureChange before={before ?? said.nothing} after={after ?? said.nothing} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
