/** Says what a close does with what is open, and closes the month. Where somebody is not ready it wants a reason (months.md 1.6). */
import { useForm } from "../../api/use-form";
import { mistakeInReason } from "../../domain/reason";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import { closeMonth } from "./api";
import { words } from "./messages";
import { monthName, type Readiness } from "./model";
import styles from "./months.module.css";
import { NoteField } from "./note-field";

const said = words.close;

type Props = { month: string; readiness: Readiness; onClose: () => void };

export function CloseDialog({ month, readiness, onClose }: Props) {
  const { employees, missingDays, missingSalary, blocked } = readiness;
  const form = useForm({
    initial: { reason: "" },
    write: closeMonth,
    check: ({ reason }) => refusalAt("reason", blocked > 0 ? mistakeInReason(reason) : null),
    variablesOf: ({ reason }) => ({ month, reason: blocked > 0 ? reason.trim() : null }),
    done: onClose,
  });
  return (
    <FormDialog
      title={`Close ${monthName(month)}?`}
      form={form}
      send={words.open.close}
      sending={said.closing}
      className={styles.asked}
      onClose={onClose}
    >
      <p>{said.employees(employees)}</p>
      {missingDays > 0 && <p>{said.missingDays(missingDays)}</p>}
      {missingSalary > 0 && <p>{said.missingSalary(missingSalary)}</p>}
      {blocked > 0 && (
        <>
          <p className={styles.warning}>{said.notReady(blocked)}</p>
          <NoteField {...form.field("reason")} label={words.reason} />
        </>
      )}
    </FormDialog>
  );
}
