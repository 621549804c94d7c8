/** Asks for a day to be unlocked, with a reason for whoever decides. */
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { formatDay } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/field";
import { FormError } from "../../ui/form-message";
import { type Asked, type Asking, askForUnlock } from "./api";
import { words } from "./messages";
import styles from "./timesheet.module.css";

const said = words.ask;
const LONGEST = 500;

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
      const length = [...reason.trim()].length;
      if (length === 0) return { mistakes: { reason: said.blank } };
      return length > LONGEST ? { mistakes: { reason: said.tooLong(LONGEST) } } : {};
    },
    variablesOf: ({ reason }) => ({ requestedDate: date, reason: reason.trim() }),
    refusalOf: (error, draft) => refusalOf(error, draft, messageOr(error, said.failed)),
    done: (_answer, isWaiting): void => onSent(isWaiting),
  });
  const length = [...form.draft.reason.trim()].length;
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
          aside={`${formatNumber(length)} / ${formatNumber(LONGEST)}`}
        />
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
