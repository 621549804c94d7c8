/** Asks for a day to be unlocked, with a reason for the person who decides. */
import { useForm } from "../../api/use-form";
import { formatDay } from "../../domain/day";
import { mistakeInReason, REASON_MAX, reasonLength } from "../../domain/reason";
import { TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import { askForUnlock } from "./api";

type Props = {
  date: string;
  onClose: () => void;
  onSent: (isWaiting: boolean) => void;
};

export function AskDialog({ date, onClose, onSent }: Props) {
  const form = useForm({
    initial: { reason: "" },
    write: askForUnlock,
    check: ({ reason }) => refusalAt("reason", mistakeInReason(reason)),
    variablesOf: ({ reason }) => ({ requestedDate: date, reason: reason.trim() }),
    done: (_answer, isWaiting): void => onSent(isWaiting),
  });
  return (
    <FormDialog
      title="Ask for unlock"
      subtitle={<time dateTime={date}>{formatDay(date, "long")}</time>}
      form={form}
      send="Send Request"
      sending="Sending..."
      onClose={onClose}
    >
      <TextArea
        {...form.field("reason")}
        label="Reason"
        hint="The person who decides will read this."
        aria-required
        rows={4}
        aside={`${reasonLength(form.draft.reason)} / ${REASON_MAX}`}
      />
    </FormDialog>
  );
}
