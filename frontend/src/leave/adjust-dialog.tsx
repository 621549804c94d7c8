/** Adds days to a balance, or takes some away, with a note that the person reads. */
import { useForm } from "../api/use-form";
import { numberIn } from "../domain/format";
import { useSession } from "../session/current";
import { TextArea, TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Select } from "../ui/select";
import type { Mistakes } from "../ui/use-refusal";
import { adjustBalance } from "./api";
import styles from "./leave.module.css";
import { words } from "./messages";
import type { LeaveType } from "./model";
import { leaveYears } from "./reads";

const said = words.person;

type Props = { userId: string; types: readonly LeaveType[]; onClose: () => void };
type Draft = {
  readonly leaveTypeId: string;
  readonly year: string;
  readonly days: string;
  readonly note: string;
};

export function AdjustDialog({ userId, types, onClose }: Props) {
  const { today } = useSession();
  const form = useForm({
    initial: { leaveTypeId: "", year: today.slice(0, 4), days: "", note: "" },
    write: adjustBalance,
    check: (draft) => ({ mistakes: mistakesIn(draft) }),
    variablesOf: ({ leaveTypeId, year, days, note }) => ({
      userId,
      leaveTypeId,
      year: Number(year),
      days: numberIn(days) ?? 0,
      note: note.trim(),
    }),
    done: (): void => onClose(),
  });
  return (
    <FormDialog title={said.adjust} form={form} send={said.adjust} sending="Saving..." onClose={onClose}>
      <Select
        {...form.choice("leaveTypeId")}
        label="Type"
        aria-required
        options={[
          { value: "", label: words.choose },
          // What has no limit has no balance.
          ...types.filter(({ isLimited }) => isLimited).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <div className={styles.pair}>
        <Select
          {...form.choice("year")}
          label={words.year}
          options={leaveYears(today).map((one) => ({ value: String(one), label: String(one) }))}
        />
        <TextField
          {...form.field("days")}
          label="Days"
          hint="Use a minus sign to take days away."
          inputMode="text"
          autoComplete="off"
          aria-required
        />
      </div>
      <TextArea
        {...form.field("note")}
        label="Note"
        hint="The employee will see this in a notice."
        rows={3}
        aria-required
      />
    </FormDialog>
  );
}

/** What can be told before the server is asked: what is no number cannot be sent. */
function mistakesIn({ leaveTypeId, days }: Draft): Mistakes<keyof Draft> {
  const mistakes: Mistakes<keyof Draft> = {};
  if (leaveTypeId === "") mistakes.leaveTypeId = "Please choose a leave type.";
  if (numberIn(days) === null) mistakes.days = "Please type a number of days.";
  return mistakes;
}
