/** A month and a week of the portal, made of the very parts that its screens are made of, on sample days. */
import type { CalendarDate } from "@internationalized/date";
import { useState } from "react";
import { TimesheetMonth } from "../../calendar/timesheet-month";
import { formatDay, formatWeek, weekDays } from "../../domain/day";
import { formatHours, hoursFigure } from "../../domain/format";
import { Button } from "../../ui/button";
import { Status } from "../../ui/status";
import {
  sampleDays,
  sampleEntry,
  sampleHoliday,
  sampleMonday,
  sampleMonth,
  samplePerson,
  sampleToday,
  sampleWeekHours,
} from "./sample";
import styles from "./showcase.module.css";

export function Showcase() {
  const [approved, setApproved] = useState(false);
  const [selected, setSelected] = useState<CalendarDate | null>(null);
  return (
    <figure className={styles.showcase}>
      <div className={styles.month}>
        <p className={styles.monthName}>June 2026</p>
        <TimesheetMonth
          label="Sample month, June 2026"
          month={sampleMonth}
          earliest={sampleMonth}
          latest={sampleMonth}
          today={sampleToday}
          days={sampleDays(approved)}
          selected={selected}
          onSelect={setSelected}
          onMonth={() => undefined}
        />
        <DayLine day={selected} approved={approved} />
      </div>
      <WeekSample approved={approved} onDecide={setApproved} />
      <figcaption className={styles.caption}>A sample month. Choose a day, or approve the week.</figcaption>
    </figure>
  );
}

function DayLine({ day, approved }: { day: CalendarDate | null; approved: boolean }) {
  const entry = day === null ? null : sampleEntry(day.day, approved);
  return (
    <p className={styles.dayLine} role="status">
      {day === null ? (
        "Choose a day to see its entry."
      ) : (
        <>
          <strong>{formatDay(day, "medium")}</strong>{" "}
          {entry?.text ?? (day.day === sampleHoliday.day ? sampleHoliday.name : "No timesheet on this day.")}
          {entry?.comment !== undefined && <span className={styles.comment}>Rejected: {entry.comment}</span>}
        </>
      )}
    </p>
  );
}

function WeekSample({ approved, onDecide }: { approved: boolean; onDecide: (approved: boolean) => void }) {
  return (
    <article className={styles.card} aria-label="Waiting for approval">
      <header className={styles.cardTop}>
        <h2 className={styles.who}>
          {samplePerson.name} <span className="employee-id">{samplePerson.employeeId}</span>
        </h2>
        <p className={styles.when}>{formatWeek(sampleMonday)}</p>
        <Status kind={approved ? "approved" : "pending"} stamp className={styles.status} />
      </header>
      <ol className={styles.week}>
        {weekDays(sampleMonday).map((day) => {
          const entry = day.month === sampleMonth.month ? sampleEntry(day.day, approved) : null;
          return (
            <li
              key={day.toString()}
              data-status={entry?.status}
              className={entry === null ? styles.none : undefined}
            >
              <span className="quiet fine">{formatDay(day, "weekday")}</span>
              <span className={styles.hours}>{entry === null ? "–" : hoursFigure(entry.hours)}</span>
            </li>
          );
        })}
      </ol>
      <footer className={styles.cardFoot}>
        <p className={styles.total}>
          Total <strong>{formatHours(sampleWeekHours())}</strong>
        </p>
        <p role="status" className={styles.done}>
          {approved ? "Approved. Maya sees it within a second." : ""}
        </p>
        <Button variant={approved ? "secondary" : "primary"} onClick={() => onDecide(!approved)}>
          {approved ? "Start Again" : "Approve Week"}
        </Button>
      </footer>
    </article>
  );
}
