/** Opens a closed month again, with a reason. */
import { useForm } from "../../api/use-form";
import { mistakeInReason } from "../../domain/reason";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import { reopenMonth } from "./api";
import { words } from "./messages";
import { monthName } from "./model";
import styles from "./months.module.css";
import { NoteField } from "./note-field";

const said = words.shut;

export function ReopenDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const form = useForm({
    initial: { reason: "" },
    write: reopenMonth,
    check: ({ reason }) => refusalAt("reason", mistakeInReason(reason)),
    variablesOf: ({ reason }) => ({ month, reason: reason.trim() }),
    done: onClose,
  });
  return (
    <FormDialog
      title={`Reopen ${monthName(month)}?`}
      form={form}
      send={said.reopen}
      sending="Reopening..."
      className={styles.asked}
      onClose={onClose}
    >
      <p>Everybody can change days of this month again.</p>
      <NoteField {...form.field("reason")} label={words.reason} />
    </FormDialog>
  );
}
