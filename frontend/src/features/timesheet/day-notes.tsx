/** How the chosen day stands: the manager's words about it, who unlocked it, and why it can or cannot be filled. */
import clsx from "clsx";
import { KeyRound, Lock, MessageSquareWarning, Pencil } from "lucide-react";
import { statusOf } from "../../calendar/days";
import { formatInstant } from "../../domain/day";
import type { CalendarDay } from "../../domain/types";
import { useSession } from "../../session/current";
import { Status } from "../../ui/status";
import type { Unlock } from "./api";
import { words } from "./messages";
import styles from "./timesheet.module.css";
import { unlockWords, whyOpen } from "./why";

type Props = {
  day: CalendarDay;
  /** The unlock of this day, where it has or had one. */
  unlock: Unlock | null;
};

export function DayNotes({ day, unlock }: Props) {
  const comment = day.entry?.approvalComments;
  const isOpenByUnlock = day.isEditable && day.isUnlocked;
  return (
    <div className={styles.notes}>
      <p className={styles.standing}>
        <Status kind={statusOf(day)} stamp />
        {day.isUnlocked && day.kind === "entry" && <Status kind="unlocked" stamp />}
        {day.holiday && <span dir="auto">{day.holiday.name}</span>}
      </p>
      {comment && (
        <div className={clsx("rejection", styles.comment)}>
          <MessageSquareWarning size={16} aria-hidden />
          <div>
            <p className={clsx("fine", styles.commentLabel)}>{words.rejection}</p>
            <p className="verbatim" dir="auto">
              {comment}
            </p>
          </div>
        </div>
      )}
      {day.reason && (
        <p className={styles.reason}>
          <Lock size={15} aria-hidden />
          <span>{day.reason}</span>
        </p>
      )}
      {day.isEditable && !isOpenByUnlock && (
        <p className={styles.reason}>
          <Pencil size={15} aria-hidden />
          <span>{whyOpen(day, unlock)}</span>
        </p>
      )}
      {(day.isUnlocked || unlock) && <UnlockNote day={day} unlock={unlock} />}
    </div>
  );
}

function UnlockNote({ day, unlock }: Props) {
  const { timezone } = useSession();
  return (
    <div className={styles.reason} data-open={(day.isUnlocked && day.isEditable) || undefined}>
      <KeyRound size={15} aria-hidden />
      <div>
        <p>{unlockWords(day, unlock)}</p>
        {unlock && (
          <>
            <p className="verbatim" dir="auto">
              {unlock.reason}
            </p>
            <time className="fine" dateTime={unlock.createdAt}>
              {formatInstant(unlock.createdAt, timezone)}
            </time>
          </>
        )}
      </div>
    </div>
  );
}
