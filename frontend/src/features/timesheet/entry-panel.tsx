/** The form for one day: what is recorded on it, what can be written, and, where nothing can, why not. */
import { Undo2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, messageOr } from "../../api/error";
import { formatDay } from "../../domain/day";
import { formatHours, formatNumber, hoursFigure } from "../../domain/format";
import { parseHours, stepHours } from "../../domain/hours";
import type { CalendarDay, Pattern, Timesheet } from "../../domain/types";
import { Button } from "../../ui/button";
import { TextArea, TextField } from "../../ui/field";
import type { Submission, Unlock } from "./api";
import { DayNotes } from "./day-notes";
import { type Draft, readDraft, writeDraft } from "./draft";
import { words } from "./messages";
import styles from "./timesheet.module.css";

const LONGEST = 2000;

type Props = {
  day: CalendarDay;
  /** The work pattern that holds on the day. */
  pattern: Pattern | undefined;
  /** The unlock that this day has or had. */
  unlock: Unlock | null;
  /** The last request to unlock it, where that was declined. */
  declined: Unlock | null;
  onAsk: () => void;
  userId: string;
  /** What the submit button says while this day cannot be sent. */
  closedLabel: string;
  saving: boolean;
  error: Error | null;
  onSubmit: (body: Submission) => void;
  onEdit: () => void;
  /** The newest entry before this day, to be copied. */
  lastEntry: Timesheet | null;
  /** A figure typed on the calendar, with a number that tells one from the next. */
  typed: { figure: string; at: number } | null;
  /** The figure stands in the field; it must not come again when the form is made anew. */
  onTyped: () => void;
  /** The newest entry before is to be taken over, to be sent with one more key. */
  again: boolean;
  onAgain: () => void;
};

const usualHours = (pattern: Pattern) => [
  { label: "Full day", hours: pattern.fullDayHours },
  { label: "Half day", hours: pattern.halfDayHours },
];

function refusal(error: Error | null, hasRejectedEntry: boolean) {
  if (!error) return { form: null, hours: null, description: null };
  const fields = error instanceof ApiError ? error.errors : {};
  const known = fields.hours !== undefined || fields.description !== undefined;
  const fallback =
    error instanceof ApiError && error.requiresUnlock && hasRejectedEntry
      ? "This rejected timesheet requires approval to unlock. Please contact your manager."
      : words.entry.failed;
  return {
    form: known ? null : (fields.date ?? messageOr(error, fallback)),
    hours: fields.hours ?? null,
    description: fields.description ?? null,
  };
}

export function EntryPanel({
  day,
  pattern,
  unlock,
  declined,
  onAsk,
  userId,
  closedLabel,
  saving,
  error,
  onSubmit,
  onEdit,
  lastEntry,
  typed,
  onTyped,
  again,
  onAgain,
}: Props) {
  const stored: Draft = {
    hours: day.entry ? hoursFigure(day.entry.hours) : "",
    description: day.entry?.description ?? "",
  };
  const [draft, setDraft] = useState<Draft>(
    () => (day.isEditable ? readDraft(userId, day.date) : null) ?? stored,
  );
  const [missing, setMissing] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const hoursField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const answered = refusal(error, day.entry?.status === "rejected");
  const isOpen = day.isEditable && !saving;

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setMissing(null);
    setUnreadable(null);
    const isStored = next.hours === stored.hours && next.description === stored.description;
    writeDraft(userId, day.date, isStored ? null : next);
    onEdit();
  };

  const takeFigure = useEffectEvent((figure: string) => {
    // The next key comes to the field when the first one stands in it.
    queueMicrotask(() => {
      flushSync(() => change({ hours: figure }));
      hoursField.current?.focus();
      onTyped();
    });
  });
  useEffect(() => {
    if (typed) takeFigure(typed.figure);
  }, [typed]);

  const takeOver = useEffectEvent((last: Timesheet) => {
    // What somebody has written stands; so does a day that was sent meanwhile.
    if (isOpen && draft.hours === "" && draft.description === "") {
      // After the heading of the new screen, which gets the focus first. A press of the button sends the text of that moment.
      queueMicrotask(() => {
        flushSync(() => change({ hours: hoursFigure(last.hours), description: last.description }));
        submitButton.current?.focus();
      });
    }
    onAgain();
  });
  useEffect(() => {
    if (again && lastEntry) takeOver(lastEntry);
  }, [again, lastEntry]);

  const onHoursKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    change({ hours: hoursFigure(stepHours(parseHours(draft.hours), event.key === "ArrowUp" ? 1 : -1)) });
  };

  const tidyHours = () => {
    const hours = parseHours(draft.hours);
    if (hours !== null && hoursFigure(hours) !== draft.hours) change({ hours: hoursFigure(hours) });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const description = draft.description.trim();
    if (draft.hours.trim() === "" || description === "") {
      setMissing("Please fill in both hours and task description");
      (draft.hours.trim() === "" ? hoursField : textField).current?.focus();
      return;
    }
    const hours = parseHours(draft.hours);
    if (hours === null) {
      setUnreadable("Enter the hours as a number such as 7.5, or as 7:30");
      hoursField.current?.focus();
      return;
    }
    onSubmit({ date: day.date, hours, description });
  };

  const submitOnKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isOpen)
      event.currentTarget.requestSubmit();
  };

  const formError = missing ?? answered.form;
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      onKeyDown={submitOnKey}
      noValidate
      aria-label={words.entry.title}
    >
      <TextField label="Date" value={formatDay(day.date, "long")} readOnly />
      <DayNotes day={day} unlock={unlock} declined={declined} onAsk={onAsk} />
      <div className={styles.hoursRow}>
        <TextField
          ref={hoursField}
          label="Hours"
          className={styles.hoursInput}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.0"
          value={draft.hours}
          disabled={!isOpen}
          error={unreadable ?? answered.hours}
          onChange={(event) => change({ hours: event.target.value })}
          onKeyDown={onHoursKey}
          onFocus={(event) => !typed && event.target.select()}
          onBlur={tidyHours}
        />
        {day.isEditable && pattern && (
          <fieldset className={styles.chips} disabled={!isOpen}>
            <legend className="visually-hidden">Usual hours</legend>
            {usualHours(pattern).map(({ label, hours }) => (
              <Button
                key={label}
                aria-pressed={parseHours(draft.hours) === hours}
                onClick={() => change({ hours: hoursFigure(hours) })}
              >
                {label} <span className={styles.chipHours}>{formatHours(hours)}</span>
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      <TextArea
        ref={textField}
        label="Task description"
        rows={5}
        value={draft.description}
        disabled={!isOpen}
        error={answered.description}
        aside={
          day.isEditable
            ? `${formatNumber([...draft.description].length)} / ${formatNumber(LONGEST)}`
            : undefined
        }
        onChange={(event) => change({ description: event.target.value })}
      />
      {isOpen && lastEntry && draft.description.trim() === "" && (
        <Button
          variant="quiet"
          className={styles.again}
          onClick={() => change({ description: lastEntry.description })}
        >
          <Undo2 size={15} aria-hidden />
          {`Same as ${formatDay(lastEntry.date, "medium")}`}
        </Button>
      )}
      {formError && (
        <p className="rejection" role="alert">
          {formError}
        </p>
      )}
      <Button ref={submitButton} type="submit" variant="primary" disabled={!day.isEditable} busy={saving}>
        {saving ? "Saving..." : day.isEditable ? "Submit Timesheet" : closedLabel}
      </Button>
    </form>
  );
}
