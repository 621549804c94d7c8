/** Every revision of a month: who closed it and why, and what has happened to it since. */
import { Link } from "react-router";
import { formatDayOf } from "../../domain/day";
import { useSession } from "../../session/current";
import { type Column, DataTable } from "../../ui/data-table";
import { Section } from "../../ui/page";
import { words } from "./messages";
import { nameOf, type Revision } from "./model";
import styles from "./months.module.css";

const said = words.shut;

export function Revisions({ month, revisions }: { month: string; revisions: readonly Revision[] }) {
  const columns: Column<Revision>[] = [
    { head: words.revision, isName: true, width: "5rem", card: "lead", cell: ({ revision }) => revision },
    { head: said.closed, width: "9.5rem", card: "corner", cell: ({ closedAt }) => <Day at={closedAt} /> },
    {
      head: "By",
      width: "9rem",
      card: "field",
      cell: ({ closedBy }) => <bdi>{nameOf(closedBy)}</bdi>,
    },
    { head: words.reason, card: "field", cell: ({ reason }) => <Typed text={reason} /> },
    {
      head: "Exported",
      width: "9.5rem",
      card: "field",
      cell: ({ exportedAt, exportedBy }) => <Happened at={exportedAt} by={exportedBy} />,
    },
    {
      head: "Reopened",
      width: "11rem",
      card: "field",
      cell: ({ reopenedAt, reopenedBy, reopenReason }) => (
        <Happened at={reopenedAt} by={reopenedBy} why={reopenReason} />
      ),
    },
    {
      head: "Compare",
      isHeadHidden: true,
      width: "13rem",
      align: "end",
      card: "line",
      cell: ({ revision }) =>
        revision > 1 && (
          <Link
            to={`?month=${month}&from=${revision - 1}&to=${revision}`}
          >{`Compare with Revision ${revision - 1}`}</Link>
        ),
    },
  ];
  return (
    <Section title={said.revisions}>
      <DataTable
        label={said.revisions}
        columns={columns}
        rows={revisions}
        keyOf={({ revision }) => String(revision)}
        loading={words.loading}
      />
    </Section>
  );
}

function Day({ at }: { at: string }) {
  const { timezone } = useSession();
  return <time dateTime={at}>{formatDayOf(at, timezone, "week")}</time>;
}

function Typed({ text }: { text: string | null }) {
  if (text === null) return words.none;
  return (
    <span className="verbatim" dir="auto">
      {text}
    </span>
  );
}

type HappenedProps = { at: string | null; by: Revision["closedBy"] | null; why?: string | null };

function Happened({ at, by, why = null }: HappenedProps) {
  if (at === null) return words.none;
  return (
    <span className={styles.stack}>
      <Day at={at} />
      <bdi className="quiet fine">{nameOf(by)}</bdi>
      {why !== null && <Typed text={why} />}
    </span>
  );
}
