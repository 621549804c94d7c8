/** Adds a holiday, or changes one. What goes wrong is said beside what was typed, which stays. */
import { useState } from "react";
import { useSend } from "../../api/send";
import type { Holiday } from "../../domain/types";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { TextArea, TextField } from "../../ui/field";
import { FormError } from "../../ui/form";
import { useRefusal } from "../../ui/use-refusal";
import { saveHoliday } from "./api";
import { blanksIn, bodyOf, type Draft, draftOf, type FieldName, isChanged, refusalFrom } from "./draft";
import styles from "./holidays.module.css";
import { words } from "./messages";

const said = words.form;

type Props = {
  /** Absent: a new one. */
  holiday: Holiday | null;
  onClose: () => void;
  onSaved: (date: string) => void;
};

export function HolidayDialog({ holiday, onClose, onSaved }: Props) {
  const before = draftOf(holiday);
  const [draft, setDraft] = useState<Draft>(before);
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<FieldName>();

  const edit = <Name extends FieldName>(name: Name, value: Draft[Name]) => {
    setDraft((known) => ({ ...known, [name]: value }));
    forgive(name);
  };

  const { send, isSending } = useSend(saveHoliday, {
    done: () => onSaved(draft.date),
    refused: (error) => refuse(refusalFrom(error)),
  });

  const submit = () => {
    if (isSending) return;
    const blanks = blanksIn(draft);
    if (Object.keys(blanks).length > 0) return refuse({ mistakes: blanks, sentence: words.required });
    send({ id: holiday?.id ?? null, body: bodyOf(draft) });
  };

  const field = (name: "date" | "name" | "description") => ({
    name,
    value: draft[name],
    error: mistakes[name],
    readOnly: isSending,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => edit(name, event.target.value),
  });

  return (
    <Dialog
      title={holiday ? said.editing : said.adding}
      subtitle={holiday && <span dir="auto">{holiday.name}</span>}
      onClose={onClose}
      dirty={isChanged(before, draft)}
      busy={isSending}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            {said.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isSending}>
            {isSending ? said.saving : said.save}
          </Button>
        </>
      }
    >
      <div ref={within} className={styles.fields}>
        <TextField {...field("date")} label={said.date} type="date" aria-required />
        <TextField {...field("name")} label={said.name} aria-required />
        <TextArea {...field("description")} label={said.description} rows={3} aside={said.optional} />
        <Checkbox
          name="isRecurring"
          label={said.repeats}
          hint={repeatsHint(holiday, draft)}
          checked={draft.isRecurring}
          disabled={isSending}
          onChange={(isRecurring) => edit("isRecurring", isRecurring)}
        />
        <FormError message={sentence} ref={box} />
      </div>
    </Dialog>
  );
}

/** What the choice brings with it, said before it is saved. */
function repeatsHint(holiday: Holiday | null, draft: Draft): string {
  if (holiday?.isRecurring) return draft.isRecurring ? said.moves(holiday.startDate.slice(0, 4)) : said.stops;
  return draft.date.endsWith("-02-29") ? said.leapHint : said.repeatsHint;
}
