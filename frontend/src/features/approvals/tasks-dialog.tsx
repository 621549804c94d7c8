/** The seven days of a week with their whole descriptions, which the card has to cut short. */
import clsx from "clsx";
import { formatDay, formatWeek } from "../../domain/day";
import { formatHours } from "../../domain/format";
import { HistoryButton } from "../../entry-history/history-button";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Status } from "../../ui/status";
import styles from "./approvals.module.css";
import { words } from "./messages";
import type { WeekCard } from "./model";

export function TasksDialog({ week, onClose }: { week: WeekCard; onClose: () => void }) {
  return (
    <Dialog
      title="Weekly Tasks"
      subtitle={`${week.name}, ${formatWeek(week.weekStart)}`}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl>
        {week.days.map(({ date, entry, isClosed }) => (
          <div key={date} className={styles.task}>
            <dt>
              <time dateTime={date}>{formatDay(date, "medium")}</time>
              {isClosed && <Status kind="closed" className={styles.closed} />}
            </dt>
            <dd className="amount">{entry ? formatHours(entry.hours) : "–"}</dd>
            <dd className={styles.taskText}>
              {entry ? (
                <>
                  <p className={styles.taskStatus}>
                    <Status kind={entry.status} />
                    <HistoryButton entry={entry} />
                  </p>
                  <p className="verbatim" dir="auto">
                    {entry.description}
                  </p>
                  {entry.approvalComments && (
                    <p className={clsx("quiet verbatim", styles.taskComment)} dir="auto">
                      {entry.approvalComments}
                    </p>
                  )}
                </>
              ) : (
                <span className="quiet">{words.noEntry}</span>
              )}
            </dd>
          </div>
        ))}
        <div className={styles.taskSum}>
          <dt>{words.total}</dt>
          <dd>
            <strong>{formatHours(week.totalHours)}</strong>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
