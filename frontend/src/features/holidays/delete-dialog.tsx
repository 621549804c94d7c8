/** Asks before a holiday goes, and says what goes with it. */
import { messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import type { Holiday } from "../../domain/types";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FormError } from "../../ui/form-message";
import { useRefusal } from "../../ui/use-refusal";
import { deleteHoliday } from "./api";
import styles from "./holidays.module.css";
import { words } from "./messages";

const said = words.ask;

export function DeleteDialog({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { sentence, box, refuse, forgive } = useRefusal();
  const { send, isSending } = useSend(deleteHoliday, {
    done: onClose,
    refused: (error) => refuse({ sentence: messageOr(error, words.deleteFailed) }),
  });

  const confirm = () => {
    if (isSending) return;
    forgive();
    send(holiday);
  };

  return (
    <Dialog
      title="Are you sure you want to delete this holiday?"
      onClose={onClose}
      busy={isSending}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button variant="danger" busy={isSending} onClick={confirm}>
            {isSending ? "Deleting..." : "Delete"}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        <p className="name" dir="auto">
          {holiday.name}
        </p>
        <time dateTime={holiday.date}>{holiday.formattedDate}</time>
      </div>
      {holiday.isRecurring && <p>{said.everyYear(holiday.startDate.slice(0, 4))}</p>}
      <p className="quiet small">
        The day will count as an ordinary day again, in every calendar and in attendance.
      </p>
      <FormError message={sentence} ref={box} />
    </Dialog>
  );
}
