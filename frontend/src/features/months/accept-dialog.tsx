/** Accepts days that nobody will record any more as absent, with a note (months.md 1.3). */
import { useForm } from "../../api/use-form";
import { REASON_MAX, reasonLength } from "../../domain/reason";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import { acceptAsAbsent } from "./api";
import { words } from "./messages";
import { acceptableDates, datesText, monthName, type ReadinessRow } from "./model";
import styles from "./months.module.css";
import { NoteField } from "./note-field";

function mistakeIn(note: string): string | null {
  const length = reasonLength(note);
  if (length === 0) return "A note is required";
  return length > REASON_MAX ? `The note must be at most ${REASON_MAX} characters` : null;
}

type Props = {
  month: string;
  /** Who is chosen; those without such a day are passed over. */
  rows: readonly ReadinessRow[];
  onClose: () => void;
  onAccepted: () => void;
};

export function AcceptDialog({ month, rows, onClose, onAccepted }: Props) {
  const people = rows
    .map((row) => ({ ...row, dates: acceptableDates(row) }))
    .filter(({ dates }) => dates.length > 0);
  const form = useForm({
    initial: { note: "" },
    write: acceptAsAbsent,
    check: ({ note }) => refusalAt("note", mistakeIn(note)),
    variablesOf: ({ note }) => ({
      month,
      items: people.map(({ userId, dates }) => ({ userId, dates })),
      note: note.trim(),
    }),
    isRefusalSaidTwice: true,
    done: onAccepted,
  });
  return (
    <FormDialog
      title={words.open.accept}
      subtitle={monthName(month)}
      form={form}
      send={words.open.accept}
      sending="Accepting..."
      className={styles.asked}
      onClose={onClose}
    >
      <p>Nothing is credited for these days, and they no longer keep the month open.</p>
      <ul className={styles.people}>
        {people.map(({ userId, name, dates }) => (
          <li key={userId}>
            <bdi className="name">{name}</bdi>
            <span className="figures">{datesText(dates)}</span>
          </li>
        ))}
      </ul>
      <NoteField {...form.field("note")} label="Note" />
    </FormDialog>
  );
}
