/** Jobs and mail: what runs by itself, what waits to be sent, and the last backup. */
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../domain/format";
import { kindName } from "../../domain/kind-name";
import type { Schemas } from "../../domain/types";
import { Moment } from "../../session/current";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty, Nothing } from "../../ui/empty";
import { Section } from "../../ui/page";
import { Status } from "../../ui/status";
import { Tile, Tiles } from "../../ui/tile";
import { systemJobs } from "./api";
import { words } from "./messages";
import styles from "./reports.module.css";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { mail } = said;

type Job = Schemas["Job"];
type Mail = Schemas["SystemJobs"]["mail"];
type Unsent = Mail["unsent"][number];

const JOBS: readonly Column<Job>[] = [
  { head: "Job", isName: true, card: "lead", cell: ({ label }) => label },
  {
    head: "Last Run",
    width: "12rem",
    card: "field",
    cell: ({ lastRunAt }) => (lastRunAt === null ? "Not run yet" : <Instant at={lastRunAt} />),
  },
  { ...figure<Job>("Duration", ({ durationMs }) => durationMs, durationText), card: "field" },
  { head: "Result", card: "line", cell: (job) => <Result job={job} /> },
  {
    head: "Next Run",
    width: "12rem",
    card: "field",
    cell: ({ nextRunAt }) => (nextRunAt === null ? "Always" : <Instant at={nextRunAt} />),
  },
];

const UNSENT: readonly Column<Unsent>[] = [
  { head: "Kind", width: "10rem", isName: true, card: "lead", cell: ({ kind }) => kindName(kind) },
  { head: "To", card: "line", cell: ({ to }) => to },
  { head: "Since", width: "11rem", card: "field", cell: ({ since }) => <Instant at={since} /> },
  figure("Attempts", ({ attempts }) => attempts),
  {
    head: "Next Attempt",
    width: "11rem",
    card: "field",
    cell: ({ nextAt }) =>
      nextAt === null ? <Status kind="rejected" word={mail.givenUp} /> : <Instant at={nextAt} />,
  },
  {
    head: "Last Error",
    card: "line",
    cell: ({ lastError }) => <span className="small">{lastError ?? <Nothing />}</span>,
  },
];

export function SystemJobs() {
  const query = useQuery(systemJobs());
  return (
    <SystemReport query={query}>
      {(data) => (
        <>
          <Section title="Jobs">
            <DataTable
              label="Jobs"
              columns={JOBS}
              rows={data.jobs}
              keyOf={({ job }) => job}
              loading={words.report.loading}
            />
          </Section>
          <Mails mail={data.mail} />
          <Section title="Backup">
            {data.backup ? (
              <p>
                Last backup <Instant at={data.backup.madeAt} />
              </p>
            ) : (
              <>
                <p>There is no backup yet.</p>
                <p className="quiet">
                  Make one on the server with <code>daybook backup FILE</code>.
                </p>
              </>
            )}
          </Section>
        </>
      )}
    </SystemReport>
  );
}

function Mails({ mail: { waiting, givenUp, sentLastDay, oldestWaiting, unsent } }: { mail: Mail }) {
  return (
    <Section title="Mail">
      <Tiles>
        <Tile label="Waiting" value={formatNumber(waiting)} />
        <Tile
          label={mail.givenUp}
          value={formatNumber(givenUp)}
          note={givenUp > 0 && <Status kind="needs-attention" />}
        />
        <Tile label="Sent in the Last Day" value={formatNumber(sentLastDay)} />
        <Tile
          label="Oldest Waiting"
          value={
            <span className={styles.instant}>
              <Instant at={oldestWaiting} />
            </span>
          }
        />
      </Tiles>
      <DataTable
        label="Mails that have not been sent"
        columns={UNSENT}
        isLong
        rows={unsent}
        // Two mails of a kind may go to one person at once.
        keyOf={(one) => `${one.kind} ${one.to} ${one.since} ${unsent.indexOf(one)}`}
        loading={words.report.loading}
        empty={<Empty title="Every mail has been sent" />}
      />
    </Section>
  );
}

function Instant({ at }: { at: string | null }) {
  return at === null ? <Nothing /> : <Moment at={at} />;
}

/** A mark and a word for each thing that is wrong. */
function Result({ job: { result, error, isLate } }: { job: Job }) {
  return (
    <span className="stack">
      {result === "ok" && <Status kind="good" word="OK" />}
      {result === "failed" && <Status kind="rejected" word="Failed" />}
      {isLate && <Status kind="needs-attention" word="Late" />}
      {error !== null && <span className="small verbatim">{error}</span>}
      {result === null && !isLate && <Nothing />}
    </span>
  );
}

const SECOND = 1_000;

function durationText(milliseconds: number): string {
  return milliseconds < SECOND
    ? `${milliseconds} ms`
    : `${formatNumber(Math.round(milliseconds / 100) / 10)} s`;
}
