/** Adds a holiday, or changes one. What goes wrong is said beside what was typed, which stays. */
import { useForm } from "../../api/use-form";
import type { Holiday } from "../../domain/types";
import { Checkbox } from "../../ui/checkbox";
import { TextArea, TextField } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { type Saved, type Saving, saveHoliday } from "./api";
import { blanksIn, bodyOf, type Draft, draftOf, refusalFrom } from "./draft";
import { words } from "./messages";

const said = words.form;

type Props = {
  /** Absent: a new one. */
  holiday: Holiday | null;
  onClose: () => void;
  onSaved: (date: string) => void;
};

export function HolidayDialog({ holiday, onClose, onSaved }: Props) {
  const form = useForm<Draft, Saving, Saved>({
    initial: draftOf(holiday),
    write: saveHoliday,
    check: (draft) => {
      const mistakes = blanksIn(draft);
      return { mistakes, sentence: Object.keys(mistakes).length > 0 ? words.required : null };
    },
    variablesOf: (draft) => ({ id: holiday?.id ?? null, body: bodyOf(draft) }),
    done: (): void => onSaved(draft.date),
    refusalOf: refusalFrom,
  });
  const { draft, isSending } = form;
  const field = (name: "date" | "name" | "description") => ({ ...form.field(name), autoComplete: "off" });

  return (
    <FormDialog
      title={holiday ? said.editing : said.adding}
      subtitle={holiday && <span dir="auto">{holiday.name}</span>}
      form={form}
      cancel={said.cancel}
      send={said.save}
      sending={said.saving}
      onClose={onClose}
    >
      <TextField {...field("date")} label={said.date} type="date" aria-required />
      <TextField {...field("name")} label={said.name} aria-required />
      <TextArea {...field("description")} label={said.description} rows={3} aside={said.optional} />
      <Checkbox
        name="isRecurring"
        label={said.repeats}
        hint={repeatsHint(holiday, draft)}
        checked={draft.isRecurring}
        disabled={isSending}
        onChange={(isRecurring) => form.edit("isRecurring", isRecurring)}
      />
    </FormDialog>
  );
}

/** What the choice brings with it, said before it is saved. */
function repeatsHint(holiday: Holiday | null, draft: Draft): string {
  if (holiday?.isRecurring) return draft.isRecurring ? said.moves(holiday.startDate.slice(0, 4)) : said.stops;
  return draft.date.endsWith("-02-29") ? said.leapHint : said.repeatsHint;
}
