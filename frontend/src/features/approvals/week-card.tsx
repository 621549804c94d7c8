/** One employee's week: who, when and how it stands, its seven days, and what can be done with it. */
import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import { DayLeave } from "../../calendar/leave";
import { formatDay, formatWeek } from "../../domain/day";
import { formatHours, hoursFigure } from "../../domain/format";
import { ForManager } from "../../substitutes/teams";
import { Button } from "../../ui/button";
import { Status } from "../../ui/status";
import styles from "./approvals.module.css";
import { words } from "./messages";
import { canDecide, type WeekCard as Week } from "./model";

type Props = {
  week: Week;
  tabIndex: number;
  /** The decision that is on its way. */
  busy: boolean;
  failure: string | null;
  onApprove: () => void;
  onReject: () => void;
  onView: () => void;
  onOpen: () => void;
};

export function WeekCard({ week, tabIndex, busy, failure, onApprove, onReject, onView, onOpen }: Props) {
  const id = `week-${week.key.replace(" ", "-")}`;
  return (
    <article
      className={styles.card}
      data-week={week.key}
      tabIndex={tabIndex}
      aria-labelledby={`${id}-who ${id}-when`}
      aria-busy={busy || undefined}
    >
      <header className={styles.cardTop}>
        <h2 className={styles.who} id={`${id}-who`}>
          <span dir="auto">{week.name}</span> <span className="employee-id fine">{week.employeeId}</span>
          <ForManager manager={week.forManager} />
        </h2>
        <p className={clsx("quiet figures", styles.when)} id={`${id}-when`}>
          {formatWeek(week.weekStart)}
        </p>
        <Status kind={week.status} stamp className={styles.weekStatus} />
        <p className={clsx("sum", styles.total)}>
          <span className="visually-hidden">{words.total} </span>
          {formatHours(week.totalHours)}
        </p>
      </header>
      <ol className={styles.days}>
        {week.days.map((day) => (
          <Day key={day.date} {...day} />
        ))}
      </ol>
      {week.remarks.length > 0 && (
        <ul className={styles.remarks} aria-label="Worth a look">
          {week.remarks.map(({ kind, sentence }) => (
            <li key={kind}>
              <TriangleAlert size={15} aria-hidden />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {/* A message at the top of the page has said it aloud; here it stays to be read. */}
      {failure && <p className={clsx("rejection", styles.failure)}>{failure}</p>}
      <footer className={styles.actions} data-print="hide">
        <Button
          variant="primary"
          disabled={busy || !canDecide(week, "approve")}
          // The next week takes the place of a decided one, so the second click of a double click would approve it unread.
          onClick={({ detail }) => detail < 2 && onApprove()}
        >
          Approve Week
        </Button>
        <Button variant="danger" disabled={busy || !canDecide(week, "reject")} onClick={onReject}>
          Reject Week
        </Button>
        <Button variant="quiet" onClick={onView}>
          View Weekly Tasks
        </Button>
        <Button variant="quiet" onClick={onOpen}>
          Open Employee
        </Button>
      </footer>
    </article>
  );
}

function Day({ date, entry, isOff, isClosed, leave }: Week["days"][number]) {
  return (
    <li className={styles.day} data-off={(!entry && leave.length === 0 && isOff) || undefined}>
      <p className={styles.dayName}>
        <time dateTime={date}>
          {formatDay(date, "weekday")} <span className={styles.dayNumber}>{formatDay(date, "short")}</span>
        </time>
        {isClosed && <Status kind="closed" className={styles.closed} />}
      </p>
      {entry ? (
        <>
          <p className={clsx("hours", styles.hours)}>
            {hoursFigure(entry.hours)}
            <span className="quiet small"> h</span>
          </p>
          <Status kind={entry.status} className={styles.dayStatus} />
          <p className={styles.text} dir="auto" title={entry.description}>
            {entry.description}
          </p>
        </>
      ) : (
        leave.length === 0 && (
          <p className={clsx("quiet", styles.nothing)}>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">{words.noEntry}</span>
          </p>
        )
      )}
      {leave.length > 0 && (
        <div className={styles.away}>
          <DayLeave leave={leave} />
        </div>
      )}
    </li>
  );
}
