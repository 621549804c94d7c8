/** Opens a closed month again, with a reason. */
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { mistakeInReason } from "../../domain/reason";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FormError } from "../../ui/form-message";
import { type MonthAnswer, type Reopening, reopenMonth } from "./api";
import { words } from "./messages";
import { monthName } from "./model";
import styles from "./months.module.css";
import { NoteField } from "./note-field";

const said = words.shut;

export function ReopenDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const form = useForm<{ reason: string }, Reopening, MonthAnswer>({
    initial: { reason: "" },
    write: reopenMonth,
    check: ({ reason }) => {
      const mistake = mistakeInReason(reason);
      return mistake === null ? {} : { mistakes: { reason: mistake } };
    },
    variablesOf: ({ reason }) => ({ month, reason: reason.trim() }),
    refusalOf: (error, draft) => refusalOf(error, draft, messageOr(error, said.reopenFailed)),
    done: onClose,
  });
  return (
    <Dialog
      title={said.reopenTitle(monthName(month))}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSending}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose} disabled={form.isSending}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.isSending}>
            {form.isSending ? said.reopening : said.reopen}
          </Button>
        </>
      }
    >
      <div ref={form.within} className={styles.asked}>
        <p>{said.reopenLead}</p>
        <NoteField {...form.field("reason")} label={words.reason} />
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
