/** Records leave for somebody, as they would ask for it themselves. Where the type needs it, it waits for a decider. */
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FormError } from "../ui/form-message";
import styles from "./leave.module.css";
import { LeaveFields, LeavePreview } from "./leave-form";
import { words } from "./messages";
import type { LeaveType } from "./model";
import { useLeaveForm } from "./use-leave-form";

const said = words.person;

type Props = { userId: string; types: readonly LeaveType[]; onClose: () => void };

export function RecordDialog({ userId, types, onClose }: Props) {
  const form = useLeaveForm({ userId, types, onAsked: onClose });
  return (
    <Dialog
      wide
      title={said.record}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSending}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose} disabled={form.isSending}>
            {said.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={form.isSending}
            disabled={!form.isSending && form.problem !== null}
          >
            {form.action}
          </Button>
        </>
      }
    >
      <div className={styles.asking}>
        <LeaveFields form={form} />
        <LeavePreview form={form} />
      </div>
      <FormError message={form.sentence ?? form.problem} ref={form.box} />
    </Dialog>
  );
}
