/** Asks before a holiday goes, and says what goes with it. */
import { ConfirmDialog } from "../../api/confirm-dialog";
import type { Holiday } from "../../domain/types";
import { deleteHoliday } from "./api";
import styles from "./holidays.module.css";
import { words } from "./messages";

export function DeleteDialog({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Are you sure you want to delete this holiday?"
      write={deleteHoliday}
      of={holiday}
      action="Delete"
      busy="Deleting..."
      onClose={onClose}
      onDone={onClose}
    >
      <div className={styles.asked}>
        <p className="name" dir="auto">
          {holiday.name}
        </p>
        <time dateTime={holiday.date}>{holiday.formattedDate}</time>
      </div>
      {holiday.isRecurring && <p>{words.ask.everyYear(holiday.startDate.slice(0, 4))}</p>}
      <p className="quiet small">
        The day will count as an ordinary day again, in every calendar and in attendance.
      </p>
    </ConfirmDialog>
  );
}
