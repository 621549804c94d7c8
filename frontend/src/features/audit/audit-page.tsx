/** The audit log: who did what, when and from where, and whether anybody has touched it since (oversight.md §5). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { LagNote } from "../../api/lag-note";
import { progressOf } from "../../api/query-state";
import { formatInstant } from "../../domain/day";
import { kindName } from "../../domain/kind-name";
import { Moment, useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { named } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { useOnce } from "../../ui/use-once";
import { EntryDetails } from "./entry-details";
import { Filters } from "./filters";
import { words } from "./messages";
import { type AuditEntry, aboutOf, whatOf, whoOf } from "./model";
import { auditLogsIn, SIZES, verification } from "./reads";
import { Seal } from "./seal";
import { useLog } from "./use-log";

export function AuditPage() {
  const { timezone } = useSession();
  const log = useLog();
  const query = useQuery({ ...auditLogsIn(log.params), placeholderData: keepPreviousData });
  const seal = useQuery(verification());
  // The seal stands above the log, and would push it down.
  const isHere = useOnce(!query.isPending && !seal.isPending);
  const rows = query.data?.logs;
  const next = query.data?.nextCursor ?? null;
  const filters = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    log.clear();
    // The button that was pressed goes with what it cleared.
    filters.current?.querySelector("input")?.focus();
  };

  return (
    <Page>
      <PageHeader lead="Who did what, when and from where." />
      <LagNote />
      {!isHere && <Skeleton label={words.loading} lines={6} />}
      {isHere && (
        <>
          <Seal newest={query.data?.newest} filter={log.filter} />
          <Filters ref={filters} log={log} onClear={clear} />
          <DataTable
            label="Audit log"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ seq }) => String(seq)}
            current={log.entry}
            loading={words.loading}
            {...progressOf(query, "Failed to load audit logs")}
            empty={
              <Empty title="No entries match these filters">
                {log.isFiltered && <Button onClick={clear}>{words.clear}</Button>}
              </Empty>
            }
            detail={{
              head: "Details",
              labelOf: ({ action, at }) => `Details of ${kindName(action)}, ${formatInstant(at, timezone)}`,
              content: (entry) => <EntryDetails entry={entry} />,
            }}
            pages={{
              label: "Pages of the audit log",
              page: log.page,
              pages: next === null ? log.page : log.page + 1,
              onPage: (to) => (to < log.page ? log.newer() : next !== null && log.older(next)),
              between: "nothing",
              previous: "Newer",
              next: "Older",
              size: { label: "Entries per page", value: log.size, options: SIZES, onChange: log.resize },
            }}
          />
        </>
      )}
    </Page>
  );
}

/** As many names as a row has room for. */
const NAMES = 2;

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    head: "Time",
    isName: true,
    width: "14rem",
    card: "lead",
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    head: "Who",
    width: "10.5rem",
    card: "line",
    cell: (entry) => {
      const { name, role } = whoOf(entry);
      return (
        <span className="stack">
          <bdi>{name}</bdi>
          {role !== null && <span className="quiet fine">{role}</span>}
        </span>
      );
    },
  },
  { head: "Action", width: "10rem", card: "line", cell: ({ action }) => kindName(action) },
  named("About", (entry) => aboutOf(entry, NAMES), { width: "10.5rem", card: "field" }),
  { head: "What", card: "line", cell: (entry) => <span dir="auto">{whatOf(entry)}</span> },
];
