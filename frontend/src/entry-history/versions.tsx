/** Every version of an entry, oldest first: what was done, when and by whom, and what that changed of its text. */
import { useQuery } from "@tanstack/react-query";
import { FRESH } from "../api/query";
import { QueryState } from "../api/query-state";
import { read } from "../api/read";
import { formatHours } from "../domain/format";
import { fullName } from "../domain/people";
import type { Schemas } from "../domain/types";
import { Moment } from "../session/current";
import { Status } from "../ui/status";
import { FigureChange, TextChange } from "../ui/text-change";
import styles from "./entry-history.module.css";
import { words } from "./messages";

type HistoryRow = Schemas["HistoryRow"];

const historyOf = (id: string) =>
  read("/api/timesheets/{id}/history", { path: { id } }, { topics: ["timesheets"], fresh: FRESH.work });

export function Versions({ id }: { id: string }) {
  const query = useQuery(historyOf(id));
  if (!query.isSuccess)
    return <QueryState query={query} loading={words.loading} failed="Failed to load the history" />;
  const { history } = query.data;
  return (
    <ol className={styles.versions}>
      {history.map((row, index) => (
        <Version key={row.version} row={row} before={history[index - 1]} />
      ))}
    </ol>
  );
}

/** How the entry stood once that was done. */
const STANDS = {
  submitted: "pending",
  corrected: "pending",
  resubmitted: "pending",
  approved: "approved",
  rejected: "rejected",
} as const;

/** A decision changes neither hours nor text. */
const isDecision = ({ what }: HistoryRow) => what === "approved" || what === "rejected";

function Version({ row, before }: { row: HistoryRow; before: HistoryRow | undefined }) {
  const by = fullName(row.by);
  return (
    <li className={styles.version}>
      <p className={styles.head}>
        <Status kind={STANDS[row.what]} word={words.what[row.what]} stamp />
        <Moment at={row.at} />
        <bdi>{row.onBehalfOf ? `${by} for ${fullName(row.onBehalfOf)}` : by}</bdi>
      </p>
      <dl className={styles.facts}>
        {!isDecision(row) && (
          <>
            <dt>Hours</dt>
            <dd className="hours">
              {before ? (
                <FigureChange before={formatHours(before.hours)} after={formatHours(row.hours)} />
              ) : (
                formatHours(row.hours)
              )}
            </dd>
            <dt>Description</dt>
            <dd className="verbatim" dir="auto">
              {before ? <TextChange before={before.description} after={row.description} /> : row.description}
            </dd>
          </>
        )}
        {row.comment !== null && (
          <>
            <dt>Comment</dt>
            <dd className="verbatim" dir="auto">
              {row.comment}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}
