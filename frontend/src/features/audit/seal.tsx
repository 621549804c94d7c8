/** How far the log is sealed, whether the chain holds, and the log as a file (oversight.md 1.1). */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import { Failure } from "../../api/query-state";
import { useSend } from "../../api/send";
import { formatInstant } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Section } from "../../ui/page";
import { Status } from "../../ui/status";
import { exportLogs, verify } from "./api";
import styles from "./audit.module.css";
import { words } from "./messages";
import { type Filter, verification } from "./reads";

const said = words.seal;

/** How often a verification under way is looked at, in milliseconds: nobody tells of its progress. */
const WHILE_RUNNING = 1_000;

type Props = {
  /** The newest sealed entry, null where there is none; absent while that is not known. */
  newest: Schemas["NewestSeal"] | null | undefined;
  filter: Filter;
};

export function Seal({ newest, filter }: Props) {
  const query = useQuery({
    ...verification(),
    refetchInterval: ({ state }) => state.data?.verification?.state === "running" && WHILE_RUNNING,
  });
  const last = query.data?.verification ?? null;
  const { send, isSending } = useSend(verify);
  return (
    <Section title="Seal">
      {newest && <Newest newest={newest} />}
      {newest === null && <p className="quiet">Nothing is sealed yet.</p>}
      <p className="quiet small">
        What happened in the last second is not sealed yet. Whoever owns the database could recompute the
        whole chain: keep the newest hash elsewhere and compare it with "daybook audit verify --against".
      </p>
      <Failure query={query} failed="Failed to load the last verification" />
      <div className={styles.acts} data-print="hide">
        <Button busy={isSending || last?.state === "running"} onClick={() => send()}>
          Verify Integrity
        </Button>
        <DownloadButton file={exportLogs} of={filter} words={words} />
      </div>
      {/* Outside of what is read out as it changes: it changes every second. */}
      {last?.state === "running" && (
        <p>
          <Status kind="running" word={said.verifying(last.checked, last.total)} />
        </p>
      )}
      <div role="status" className={styles.verified}>
        {last?.state === "done" && <Found verification={last} />}
      </div>
    </Section>
  );
}

function Newest({ newest: { position, hash, sealedAt } }: { newest: Schemas["NewestSeal"] }) {
  const { timezone } = useSession();
  const code = useRef<HTMLElement>(null);
  return (
    <>
      <p>{said.sealed(position, formatInstant(sealedAt, timezone))}</p>
      <p className={styles.copied}>
        <code ref={code} className={styles.hash}>
          {hash}
        </code>
        <CopyButton label="Copy" from={code} />
      </p>
    </>
  );
}

/** What a verification has found. */
function Found({
  verification: { checked, brokenAt, finishedAt },
}: {
  verification: Schemas["Verification"];
}) {
  const { timezone } = useSession();
  return (
    <>
      {brokenAt ? <Broken at={brokenAt} /> : <Status kind="good" word={said.intact(checked)} />}
      {finishedAt !== null && (
        <time className="quiet small" dateTime={finishedAt}>
          {`Verified ${formatInstant(finishedAt, timezone)}`}
        </time>
      )}
    </>
  );
}

function Broken({ at: { position, seq } }: { at: Schemas["BrokenAt"] }) {
  const sentence = <Status kind="rejected" word={said.broken(position)} />;
  // Where the event is gone there is nothing to lead to. A page ends before its cursor, so this one begins with the entry.
  return seq === null ? sentence : <Link to={`?cursor=${seq + 1}&entry=${seq}`}>{sentence}</Link>;
}
