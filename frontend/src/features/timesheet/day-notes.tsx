/** How the chosen day stands: the manager's words about it, who unlocked it, and why it can or cannot be filled. */
import clsx from "clsx";
import { Clock, KeyRound, Lock, MessageSquareWarning, Pencil } from "lucide-react";
import { statusOf } from "../../calendar/days";
import { DayLeave } from "../../calendar/leave";
import type { CalendarDay } from "../../domain/types";
import { HistoryButton } from "../../entry-history/history-button";
import { Moment, useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Status } from "../../ui/status";
import type { Unlock } from "./api";
import styles from "./timesheet.module.css";
import { declinedWords, unlockWords, waitingWords, whyOpen } from "./why";

type Props = {
  day: CalendarDay;
  /** The unlock of this day, where it has or had one. */
  unlock: Unlock | null;
  /** The last request for it, where that was declined. */
  declined: Unlock | null;
  onAsk: () => void;
};

export function DayNotes({ day, unlock, declined, onAsk }: Props) {
  const comment = day.entry?.approvalComments;
  const isOpenByUnlock = day.isEditable && day.isUnlocked;
  return (
    <div className={styles.notes}>
      <p className={styles.standing}>
        {day.kind !== "leave" && <Status kind={statusOf(day)} stamp />}
        {day.isUnlocked && day.kind === "entry" && <Status kind="unlocked" stamp />}
        {day.holiday && <span dir="auto">{day.holiday.name}</span>}
        {day.entry && <HistoryButton entry={day.entry} />}
      </p>
      <DayLeave leave={day.leave} />
      {comment && (
        <div className={clsx("rejection", styles.comment)}>
          <MessageSquareWarning size={16} aria-hidden />
          <div>
            <p className={clsx("fine", styles.commentLabel)}>Rejection comment</p>
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
      {day.unlockRequest && <WaitingNote request={day.unlockRequest} />}
      {declined && <DeclinedNote request={declined} />}
      {day.canAskUnlock && (
        <Button className={styles.askFor} aria-haspopup="dialog" onClick={onAsk}>
          <KeyRound size={15} aria-hidden />
          Ask for unlock
        </Button>
      )}
      {day.askRefusal && (
        <p className={styles.reason}>
          <Clock size={15} aria-hidden />
          <span>{day.askRefusal}</span>
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

function WaitingNote({ request }: { request: Unlock }) {
  const { timezone } = useSession();
  return (
    <div className={styles.reason}>
      <Clock size={15} aria-hidden />
      <div>
        <p>{waitingWords(request, timezone)}</p>
        <p className={clsx("fine", styles.reasonLabel)}>Your reason</p>
        <p className="verbatim" dir="auto">
          {request.reason}
        </p>
      </div>
    </div>
  );
}

function DeclinedNote({ request }: { request: Unlock }) {
  return (
    <div className={clsx("rejection", styles.comment)}>
      <MessageSquareWarning size={16} aria-hidden />
      <div>
        <p className={clsx("fine", styles.commentLabel)}>{declinedWords(request)}</p>
        <p className="verbatim" dir="auto">
          {request.decisionComment}
        </p>
      </div>
    </div>
  );
}

function UnlockNote({ day, unlock }: Pick<Props, "day" | "unlock">) {
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
            <Moment className="fine" at={unlock.createdAt} />
          </>
        )}
      </div>
    </div>
  );
}
