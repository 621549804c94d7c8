/** One week as it was judged: its days, newest first, with the manager's words and the way to what can be corrected. */
import clsx from "clsx";
import { Link } from "react-router";
import { formatDay, formatWeek, mondayOf, parseDay } from "../../domain/day";
import { formatHours } from "../../domain/format";
import { paths } from "../../domain/paths";
import type { Timesheet, WeekSummary } from "../../domain/types";
import { Status } from "../../ui/status";
import { words } from "./messages";
import styles from "./notifications.module.css";
import type { CalendarDayState } from "./use-calendar-days";

export type MyWeek = WeekSummary & { readonly entries: readonly Timesheet[] };

/** The weeks with entries, newest first. */
export function weeksOf(timesheets: readonly Timesheet[], weeks: readonly WeekSummary[]): MyWeek[] {
  return weeks
    .map((week) => ({
      ...week,
      entries: timesheets
        .filter((entry) => weekOf(entry) === week.weekStart)
        .sort((one, other) => other.date.localeCompare(one.date)),
    }))
    .filter((week) => week.entries.length > 0)
    .sort((one, other) => other.weekStart.localeCompare(one.weekStart));
}

function weekOf(entry: Timesheet): string {
  const day = parseDay(entry.date);
  return day ? mondayOf(day).toString() : "";
}

type Props = { week: MyWeek; calendarDayOf: (date: string) => CalendarDayState };

export function WeekCard({ week, calendarDayOf }: Props) {
  const id = `week-${week.weekStart}`;
  return (
    <article className={styles.week} aria-labelledby={id}>
      <header className={styles.top}>
        <h2 id={id}>{formatWeek(week.weekStart)}</h2>
        <Status kind={week.status} stamp />
        <p className={clsx("sum", styles.total)}>
          <span className="visually-hidden">{"Total "}</span>
          {formatHours(week.totalHours)}
        </p>
      </header>
      <ul className={styles.days}>
        {week.entries.map((entry) => (
          <li key={entry._id} className={styles.day}>
            <time dateTime={entry.date}>{formatDay(entry.date, "medium")}</time>
            <span className="amount">{formatHours(entry.hours)}</span>
            <Status kind={entry.status} />
            <p className={clsx("quiet verbatim", styles.text)} dir="auto">
              {entry.description}
            </p>
            {entry.approvalComments && (
              <div className={clsx("rejection verbatim", styles.comment)}>
                <p dir="auto">{entry.approvalComments}</p>
              </div>
            )}
            {entry.status === "rejected" && <Way date={entry.date} day={calendarDayOf(entry.date)} />}
          </li>
        ))}
      </ul>
    </article>
  );
}

/** To the rejected day: to correct it where that is possible, else to look at it, with the server's reason. */
function Way({ date, day }: { date: string; day: CalendarDayState }) {
  if (day === "gone") return null;
  const isOpen = day !== "unknown" && day.isEditable;
  const reason = day === "unknown" ? null : day.reason;
  return (
    <div className={styles.way}>
      {reason && <p className="quiet small">{reason}</p>}
      <Link className={styles.fix} to={paths.employee.timesheetOn(date)}>
        {words.fix(isOpen)}
        <span className="visually-hidden">, {formatDay(date, "long")}</span>
      </Link>
    </div>
  );
}
