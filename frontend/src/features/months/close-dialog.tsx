/** Says what a close does with what is open, and closes the month. Where somebody is not ready it wants a reason (months.md 1.6). */
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { mistakeInReason } from "../../domain/reason";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FormError } from "../../ui/form-message";
import { type Closing, closeMonth, type MonthAnswer } from "./api";
import { words } from "./messages";
import { monthName, type Readiness } from "./model";
import styles from "./months.module.css";
import { NoteField } from "./note-field";

const said = words.close;

type Props = { month: string; readiness: Readiness; onClose: () => void };

export function CloseDialog({ month, readiness, onClose }: Props) {
  const { employees, missingDays, missingSalary, blocked } = readiness;
  const form = useForm<{ reason: string }, Closing, MonthAnswer>({
    initial: { reason: "" },
    write: closeMonth,
    check: ({ reason }) => {
      const mistake = blocked > 0 ? mistakeInReason(reason) : null;
      return mistake === null ? {} : { mistakes: { reason: mistake } };
    },
    variablesOf: ({ reason }) => ({ month, reason: blocked > 0 ? reason.trim() : null }),
    refusalOf: (error, draft) => refusalOf(error, draft, messageOr(error, said.failed)),
    done: onClose,
  });
  return (
    <Dialog
      title={said.title(monthName(month))}
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
            {form.isSending ? said.closing : words.open.close}
          </Button>
        </>
      }
    >
      <div ref={form.within} className={styles.asked}>
        <p>{said.employees(employees)}</p>
        {missingDays > 0 && <p>{said.missingDays(missingDays)}</p>}
        {missingSalary > 0 && <p>{said.missingSalary(missingSalary)}</p>}
        {blocked > 0 && (
          <>
            <p className={styles.warning}>{said.notReady(blocked)}</p>
            <NoteField {...form.field("reason")} label={words.reason} />
          </>
        )}
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
