/** Asks for a day to be unlocked, with a reason for the person who decides. */
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { formatDay } from "../../domain/day";
import { mistakeInReason, REASON_MAX, reasonLength } from "../../domain/reason";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/field";
import { FormError } from "../../ui/form-message";
import { type Asked, type Asking, askForUnlock } from "./api";
import { words } from "./messages";
import styles from "./timesheet.module.css";

const said = words.ask;

type Props = {
  date: string;
  onClose: () => void;
  onSent: (isWaiting: boolean) => void;
};

export function AskDialog({ date, onClose, onSent }: Props) {
  const form = useForm<{ reason: string }, Asking, Asked>({
    initial: { reason: "" },
    write: askForUnlock,
    check: ({ reason }) => {
      const mistake = mistakeInReason(reason);
      return mistake === null ? {} : { mistakes: { reason: mistake } };
    },
    variablesOf: ({ reason }) => ({ requestedDate: date, reason: reason.trim() }),
    refusalOf: (error, draft) => refusalOf(error, draft, messageOr(error, said.failed)),
    done: (_answer, isWaiting): void => onSent(isWaiting),
  });
  return (
    <Dialog
      title={said.title}
      subtitle={<time dateTime={date}>{formatDay(date, "long")}</time>}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSending}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose} disabled={form.isSending}>
            {said.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.isSending}>
            {form.isSending ? said.sending : said.send}
          </Button>
        </>
      }
    >
      <div ref={form.within} className={styles.form}>
        <TextArea
          {...form.field("reason")}
          label={said.reason}
          hint={said.hint}
          aria-required
          rows={4}
          aside={`${reasonLength(form.draft.reason)} / ${REASON_MAX}`}
        />
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
