/** Jobs and mail: what runs by itself, what waits to be sent, and the last backup. */
import { useQuery } from "@tanstack/react-query";
import type { components } from "../../api/schema";
import { formatInstant } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { kindName } from "../../domain/kind-name";
import { useSession } from "../../session/current";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { Nothing } from "../../ui/nothing";
import { Section } from "../../ui/page";
import { Status } from "../../ui/status";
import { Tile, Tiles } from "../../ui/tile";
import { systemJobs } from "./api";
import { figure } from "./columns";
import { words } from "./messages";
import styles from "./reports.module.css";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { jobs, mail, backup } = said;

type Schemas = components["schemas"];
type Job = Schemas["Job"];
type Mail = Schemas["SystemJobs"]["mail"];
type Unsent = Mail["unsent"][number];

const JOBS: readonly Column<Job>[] = [
  { head: jobs.job, isName: true, card: "lead", cell: ({ label }) => label },
  {
    head: jobs.lastRun,
    width: "12rem",
    card: "field",
    cell: ({ lastRunAt }) => (lastRunAt === null ? jobs.notYet : <Instant at={lastRunAt} />),
  },
  { ...figure<Job>(jobs.duration, ({ durationMs }) => durationMs, durationText), card: "field" },
  { head: jobs.result, card: "line", cell: (job) => <Result job={job} /> },
  {
    head: jobs.nextRun,
    width: "12rem",
    card: "field",
    cell: ({ nextRunAt }) => (nextRunAt === null ? jobs.always : <Instant at={nextRunAt} />),
  },
];

const UNSENT: readonly Column<Unsent>[] = [
  { head: mail.kind, width: "10rem", isName: true, card: "lead", cell: ({ kind }) => kindName(kind) },
  { head: mail.to, card: "line", cell: ({ to }) => to },
  { head: mail.since, width: "11rem", card: "field", cell: ({ since }) => <Instant at={since} /> },
  figure(mail.attempts, ({ attempts }) => attempts),
  {
    head: mail.next,
    width: "11rem",
    card: "field",
    cell: ({ nextAt }) =>
      nextAt === null ? <Status kind="rejected" word={mail.givenUp} /> : <Instant at={nextAt} />,
  },
  {
    head: mail.lastError,
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
          <Section title={jobs.title}>
            <DataTable
              label={jobs.table}
              columns={JOBS}
              rows={data.jobs}
              keyOf={({ job }) => job}
              loading={words.report.loading}
            />
          </Section>
          <Mails mail={data.mail} />
          <Section title={backup.title}>
            {data.backup ? (
              <p>
                {backup.last} <Instant at={data.backup.madeAt} />
              </p>
            ) : (
              <>
                <p>{backup.none}</p>
                <p className="quiet">
                  {backup.how} <code>daybook backup FILE</code>.
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
    <Section title={mail.title}>
      <Tiles>
        <Tile label={mail.waiting} value={formatNumber(waiting)} />
        <Tile
          label={mail.givenUp}
          value={formatNumber(givenUp)}
          note={givenUp > 0 && <Status kind="needs-attention" />}
        />
        <Tile label={mail.sentLastDay} value={formatNumber(sentLastDay)} />
        <Tile
          label={mail.oldest}
          value={
            <span className={styles.instant}>
              <Instant at={oldestWaiting} />
            </span>
          }
        />
      </Tiles>
      <DataTable
        label={mail.table}
        columns={UNSENT}
        isLong
        rows={unsent}
        // Two mails of a kind may go to one person at once.
        keyOf={(one) => `${one.kind} ${one.to} ${one.since} ${unsent.indexOf(one)}`}
        loading={words.report.loading}
        empty={<Empty title={mail.none} />}
      />
    </Section>
  );
}

function Instant({ at }: { at: string | null }) {
  const { timezone } = useSession();
  return at === null ? <Nothing /> : <time dateTime={at}>{formatInstant(at, timezone)}</time>;
}

/** A mark and a word for each thing that is wrong. */
function Result({ job: { result, error, isLate } }: { job: Job }) {
  return (
    <span className={styles.stack}>
      {result === "ok" && <Status kind="good" word={jobs.ok} />}
      {result === "failed" && <Status kind="rejected" word={jobs.failed} />}
      {isLate && <Status kind="needs-attention" word={jobs.late} />}
      {error !== null && <span className="small verbatim">{error}</span>}
      {result === null && !isLate && <Nothing />}
    </span>
  );
}

const SECOND = 1_000;

function durationText(milliseconds: number): string {
  return milliseconds < SECOND
    ? jobs.milliseconds(milliseconds)
    : jobs.seconds(formatNumber(Math.round(milliseconds / 100) / 10));
}
