/** The chosen day: what is recorded on it or, where nothing is, what the employee is told there, and whether the reader can open it. */
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { personQueries } from "../../api/reads";
import { statusOf } from "../../calendar/days";
import { DayLeave } from "../../calendar/leave";
import { formatDay, isClosed } from "../../domain/day";
import { formatHours } from "../../domain/format";
import { paths } from "../../domain/paths";
import type { CalendarDay, Timesheet } from "../../domain/types";
import { HistoryButton } from "../../entry-history/history-button";
import { Moment, useSession } from "../../session/current";
import { buttonClass } from "../../ui/button";
import { Status } from "../../ui/status";
import type { Person } from "./api";
import { words } from "./messages";
import styles from "./user-timesheets.module.css";

type Props = { day: CalendarDay; person: Person };

export function DayBox({ day, person }: Props) {
  const id = useId();
  const date = formatDay(day.date, "long");
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h3 id={id}>{day.entry ? `Timesheet for ${date}` : date}</h3>
      <p className={styles.standing}>
        {!day.entry && day.kind !== "leave" && (
          <Status kind={statusOf(day)} stamp {...(statusOf(day) === "past" ? PAST : {})} />
        )}
        {day.entry && day.isUnlocked && <Status kind="unlocked" stamp />}
        {day.holiday && <span dir="auto">{day.holiday.name}</span>}
      </p>
      <DayLeave leave={day.leave} />
      {day.entry && <Entry entry={day.entry} />}
      {!day.entry && day.isUnlocked && (
        <p className="quiet small">This day is unlocked and can now be filled in.</p>
      )}
      {day.reason && day.entry?.status !== "approved" && <Closed day={day} person={person} />}
    </section>
  );
}

const PAST = { word: words.past } as const;

function Entry({ entry }: { entry: Timesheet }) {
  const { can } = useSession();
  return (
    <dl className={styles.entry}>
      <div>
        <dt>Hours</dt>
        <dd className="hours">{formatHours(entry.hours)}</dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd className={styles.status}>
          <Status kind={entry.status} stamp />
          {can.includes("read-entry-history") && <HistoryButton entry={entry} />}
        </dd>
      </div>
      <div className={styles.wide}>
        <dt>Description</dt>
        <dd className="verbatim" dir="auto">
          {entry.description}
        </dd>
      </div>
      {entry.approvalComments && (
        <div className={styles.wide}>
          <dt>Rejection comment</dt>
          <dd className="rejection verbatim" dir="auto">
            {entry.approvalComments}
          </dd>
        </div>
      )}
      <div className={styles.wide}>
        <dt>Created</dt>
        <dd>
          <Moment at={entry.createdAt} />
        </dd>
      </div>
    </dl>
  );
}

/** Why the employee cannot fill the day, in the words that they read, and the way to unlock it for those who may. */
function Closed({ day, person }: Props) {
  const mayUnlock = useSession().can.includes("unlock-dates");
  return (
    <>
      <div className={styles.reads}>
        <p>
          {words.reads[0]} <bdi>{person.firstName}</bdi> {words.reads[1]}
        </p>
        <p>{day.reason}</p>
      </div>
      {/* No unlock opens a day on leave. */}
      {mayUnlock && !day.isUnlocked && day.kind !== "leave" && <Unlocking day={day} person={person} />}
    </>
  );
}

/** Which days may be unlocked depends on the reader's role, the holidays and the person; the server is asked. */
function Unlocking({ day, person }: Props) {
  const { today, user } = useSession();
  const isOver = day.date <= today;
  const { data: window, error } = useQuery({ ...personQueries.unlockWindow(person._id), enabled: isOver });
  if (error) return <p className="quiet small">{messageOr(error, "")}</p>;
  if (!window || !isOver || isClosed(day.date, window.closedMonths)) return null;
  const isWithin = day.date >= window.earliest && day.date <= window.latest;
  if (!isWithin && !window.rejectedDates.includes(day.date))
    return day.kind === "before-joining" ? null : <p className="quiet small">{window.reason}</p>;
  const query = new URLSearchParams({ employee: person._id, date: day.date });
  return (
    <Link
      className={buttonClass("secondary", styles.unlock)}
      to={`${paths.area(user.role).directUnlock}?${query}`}
      data-print="hide"
    >
      <KeyRound size={15} aria-hidden />
      Unlock this day
    </Link>
  );
}
