/** The work patterns of the organisation or of a person: the one of today, all that were decided, and the form that decides another. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { QueryState } from "../api/query-state";
import { useSend } from "../api/send";
import { formatDay } from "../domain/day";
import { formatHours } from "../domain/format";
import { daysInWords, patternInWords } from "../domain/pattern";
import { useSession } from "../session/current";
import { Button } from "../ui/button";
import { actions, person } from "../ui/columns";
import { type Column, DataTable } from "../ui/data-table";
import { Section } from "../ui/page";
import { type PatternRow, savePattern, type WorkPatterns } from "./api";
import { words } from "./messages";
import { takingBack } from "./model";
import { PatternForm } from "./pattern-form";
import { workPatternsOf } from "./reads";
import styles from "./working-time.module.css";

type Props = {
  /** Whose; the organisation's where it is left out. */
  userId?: string;
  isOpen: boolean;
  /** Something else is being edited: one at a time. */
  isWaiting?: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDirty: (isDirty: boolean) => void;
};

export function WorkingTime({ userId, isOpen, isWaiting = false, onOpen, onClose, onDirty }: Props) {
  const { today } = useSession();
  const query = useQuery({
    ...workPatternsOf(userId),
    // The screen has waited for it, and tried more than once.
    retryOnMount: false,
  });
  const change = useRef<HTMLButtonElement>(null);
  const { data } = query;
  const close = (takesFocus: boolean) => {
    flushSync(onClose);
    if (takesFocus) change.current?.focus();
  };
  if (data === undefined) {
    return (
      <Section title={words.title} className={userId === undefined ? undefined : styles.part}>
        <QueryState query={query} loading={words.loading} failed="Failed to load the work pattern" />
      </Section>
    );
  }
  const isOrganisations = userId !== undefined && holding(data.rows, today)?.pattern == null;
  return (
    <Section title={words.title} className={userId === undefined ? undefined : styles.part}>
      <div className={styles.current}>
        <p>
          {patternInWords(data.current)}
          {isOrganisations && <span className="quiet small">{words.asOrganisation}</span>}
        </p>
        {!isOpen && (
          <Button ref={change} onClick={onOpen} disabled={isWaiting}>
            Change Pattern
          </Button>
        )}
      </div>
      {isOpen && (
        <PatternForm
          current={data.current}
          version={data.version}
          userId={userId}
          today={today}
          onDirty={onDirty}
          onDone={close}
        />
      )}
      {data.rows.length > 0 && <Rows patterns={data} userId={userId} />}
    </Section>
  );
}

/** The row of a person that holds on a day. */
const holding = (rows: readonly PatternRow[], day: string) =>
  rows.find(({ from }) => from === null || from <= day);

function Rows({ patterns, userId }: { patterns: WorkPatterns; userId: string | undefined }) {
  const { send, isSending } = useSend(savePattern);
  const dayOf = ({ from }: PatternRow) => (from === null ? "From the start" : formatDay(from, "dated"));
  const all: Column<PatternRow>[] = [
    { head: "From", isName: true, width: "8.5rem", card: "lead", cell: dayOf },
    {
      head: "Working Days",
      card: "line",
      cell: ({ pattern }) => (pattern ? daysInWords(pattern.workingDays) : words.asOrganisation),
    },
    {
      head: "Full Day",
      width: "5.5rem",
      card: "fact",
      cell: ({ pattern }) => pattern && formatHours(pattern.fullDayHours),
    },
    {
      head: "Half Day",
      width: "5.5rem",
      card: "fact",
      cell: ({ pattern }) => pattern && formatHours(pattern.halfDayHours),
    },
    person("Set by", ({ setBy }) => setBy, { width: "9rem", card: "fact" }),
    actions(
      "6rem",
      (row) =>
        row.from !== null && (
          <Button
            variant="quiet"
            disabled={isSending}
            aria-label={`Remove: from ${dayOf(row)}`}
            onClick={() => send(takingBack(patterns, row, userId))}
          >
            Remove
          </Button>
        ),
      { card: "corner" },
    ),
  ];
  return (
    <DataTable
      label="Work patterns"
      rows={patterns.rows}
      keyOf={({ from }) => from ?? "always"}
      loading={words.loading}
      columns={all}
      isShort
    />
  );
}
