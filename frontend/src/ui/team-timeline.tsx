/** People under each other, the days of a month beside each other. The names stay in sight, and all of it is one tab stop. */
import type { CalendarDate } from "@internationalized/date";
import type { ReactNode } from "react";
import { formatDay, monthDays } from "../domain/day";
import { type DayGridOptions, gridCell, useDayGrid } from "./day-grid";
import { Status, type StatusKind } from "./status";
import styles from "./team-timeline.module.css";

type Person = { readonly id: string; readonly name: string; readonly detail?: string | null };

type TimelineCell = {
  readonly status: StatusKind;
  /** What it is, in words that a reader hears and a pointer finds. */
  readonly words: string;
  /** In the place of the state's own mark: a letter for the kind of leave, say. */
  readonly mark?: ReactNode;
};

/** A line above the people, about all of them. */
type Summary = {
  readonly label: string;
  /** What it says of a day; blank where there is nothing to say. */
  readonly textOf: (day: CalendarDate) => string;
};

type Props = Omit<DayGridOptions, "selected" | "weekStart"> & {
  label: string;
  /** Heads the column of names. */
  peopleLabel: string;
  people: readonly Person[];
  summary?: Summary;
  busy?: boolean;
  cellOf: (person: string, day: CalendarDate) => TimelineCell;
  /** Without it the days are there to be read: the keys lead to them, and a press does nothing. */
  onOpen?: (person: string, day: CalendarDate) => void;
};

export function TeamTimeline({
  label,
  peopleLabel,
  people,
  summary,
  busy = false,
  cellOf,
  onOpen,
  ...options
}: Props) {
  const days = monthDays(options.month);
  const { table, announcement, cell, stay } = useDayGrid(
    options,
    people.map(({ id }) => id),
  );
  return (
    <div className={styles.frame}>
      <table {...table} aria-label={label} aria-busy={busy || undefined} className={styles.timeline}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              {peopleLabel}
            </th>
            {days.map((day) => (
              <th
                key={day.day}
                scope="col"
                abbr={formatDay(day, "medium")}
                aria-current={options.today.compare(day) === 0 ? "date" : undefined}
              >
                <span className={styles.letter} aria-hidden="true">
                  {formatDay(day, "weekday").slice(0, 1)}
                </span>
                <span className="visually-hidden">{formatDay(day, "weekdayName")}</span> {day.day}
              </th>
            ))}
          </tr>
          {summary && (
            <tr className={styles.summary}>
              <th scope="row" className={styles.name}>
                {summary.label}
              </th>
              {days.map((day) => (
                <td key={day.day} {...gridCell()}>
                  {summary.textOf(day)}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {people.map(({ id, name, detail }) => (
            <tr key={id}>
              <th scope="row" className={styles.name}>
                <span dir="auto">{name}</span>
                {detail && <span className={styles.detail}>{detail}</span>}
              </th>
              {days.map((day) => {
                const { status, words, mark } = cellOf(id, day);
                const shown = mark ?? <Status kind={status} className={styles.mark} />;
                const about = { "aria-label": `${name}, ${formatDay(day, "long")}: ${words}`, title: words };
                if (onOpen === undefined)
                  return (
                    <td
                      key={day.day}
                      {...gridCell()}
                      {...cell(day, id)}
                      {...about}
                      onPointerDown={() => stay(day, id)}
                    >
                      <span className={styles.cell} data-status={status} aria-hidden="true">
                        {shown}
                      </span>
                    </td>
                  );
                return (
                  <td key={day.day} {...gridCell()}>
                    <button
                      {...cell(day, id)}
                      {...about}
                      type="button"
                      className={styles.cell}
                      data-status={status}
                      onClick={() => {
                        stay(day, id);
                        onOpen(id, day);
                      }}
                    >
                      {shown}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}
