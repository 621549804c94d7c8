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

type Props = Omit<DayGridOptions, "selected" | "weekStart"> & {
  label: string;
  /** Heads the column of names. */
  peopleLabel: string;
  people: readonly Person[];
  cellOf: (person: string, day: CalendarDate) => TimelineCell;
  onOpen: (person: string, day: CalendarDate) => void;
};

export function TeamTimeline({ label, peopleLabel, people, cellOf, onOpen, ...options }: Props) {
  const days = monthDays(options.month);
  const { table, announcement, cell, stay } = useDayGrid(
    options,
    people.map(({ id }) => id),
  );
  return (
    <div className={styles.frame}>
      <table {...table} aria-label={label} className={styles.timeline}>
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
                return (
                  <td key={day.day} {...gridCell()}>
                    <button
                      {...cell(day, id)}
                      type="button"
                      className={styles.cell}
                      data-status={status}
                      aria-label={`${name}, ${formatDay(day, "long")}: ${words}`}
                      title={words}
                      onClick={() => {
                        stay(day, id);
                        onOpen(id, day);
                      }}
                    >
                      {mark ?? <Status kind={status} className={styles.mark} />}
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
