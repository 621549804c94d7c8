/** Adds a holiday, or changes one. What goes wrong is said beside what was typed, which stays. */
import { useForm } from "../../api/use-form";
import type { Holiday } from "../../domain/types";
import { Checkbox } from "../../ui/checkbox";
import { TextArea, TextField } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { saveHoliday } from "./api";
import { blanksIn, bodyOf, type Draft, draftOf, refusalFrom } from "./draft";

type Props = {
  /** Absent: a new one. */
  holiday: Holiday | null;
  onClose: () => void;
  onSaved: (date: string) => void;
};

export function HolidayDialog({ holiday, onClose, onSaved }: Props) {
  const form = useForm({
    initial: draftOf(holiday),
    write: saveHoliday,
    check: (draft) => {
      const mistakes = blanksIn(draft);
      return { mistakes, sentence: Object.keys(mistakes).length > 0 ? "Date and name are required" : null };
    },
    variablesOf: (draft) => ({ id: holiday?.id ?? null, body: bodyOf(draft) }),
    done: (): void => onSaved(draft.date),
    refusalOf: refusalFrom,
  });
  const { draft } = form;
  const field = (name: "date" | "name" | "description") => ({ ...form.field(name), autoComplete: "off" });

  return (
    <FormDialog
      title={holiday ? "Edit Holiday" : "Add Holiday"}
      subtitle={holiday && <span dir="auto">{holiday.name}</span>}
      form={form}
      send="Save Holiday"
      sending="Saving..."
      onClose={onClose}
    >
      <TextField {...field("date")} label="Date" type="date" aria-required />
      <TextField {...field("name")} label="Name" aria-required />
      <TextArea {...field("description")} label="Description" rows={3} aside="Optional" />
      <Checkbox {...form.tick("isRecurring")} label="Repeats every year" hint={repeatsHint(holiday, draft)} />
    </FormDialog>
  );
}

/** What the choice brings with it, said before it is saved. */
function repeatsHint(holiday: Holiday | null, draft: Draft): string {
  if (holiday?.isRecurring)
    return draft.isRecurring
      ? `The day and month change in every year. ${holiday.startDate.slice(0, 4)} remains its first year.`
      : "Only this one day remains a holiday. It is removed from all other years.";
  return draft.date.endsWith("-02-29")
    ? "On 29 February, so in leap years only."
    : "On the same day and month, from this year on.";
}
