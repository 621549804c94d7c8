/** Every revision of a month: who closed it and why, and what has happened to it since. */
import { Link } from "react-router";
import { Moment } from "../../session/current";
import { named, Verbatim } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Section } from "../../ui/page";
import { words } from "./messages";
import { nameOf, type Revision } from "./model";

const said = words.shut;

export function Revisions({ month, revisions }: { month: string; revisions: readonly Revision[] }) {
  const columns: Column<Revision>[] = [
    { head: words.revision, isName: true, width: "5rem", card: "lead", cell: ({ revision }) => revision },
    {
      head: said.closed,
      width: "9.5rem",
      card: "corner",
      cell: ({ closedAt }) => <Moment at={closedAt} as="week" />,
    },
    named("By", ({ closedBy }) => nameOf(closedBy), { width: "9rem", card: "field" }),
    {
      head: words.reason,
      card: "field",
      cell: ({ reason }) => (reason === null ? words.none : <Verbatim>{reason}</Verbatim>),
    },
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

type HappenedProps = { at: string | null; by: Revision["closedBy"] | null; why?: string | null };

function Happened({ at, by, why = null }: HappenedProps) {
  if (at === null) return words.none;
  return (
    <span className="stack">
      <Moment at={at} as="week" />
      <bdi className="quiet fine">{nameOf(by)}</bdi>
      {why !== null && <Verbatim>{why}</Verbatim>}
    </span>
  );
}
