/** A month as a grid of days. What stands in a cell is up to its user; the keys and the tab stop are the engine's. */
import type { CalendarDate } from "@internationalized/date";
import type { ReactNode } from "react";
import { monthWeeks, weekdayNames } from "../domain/day";
import { type DayGrid, type DayGridOptions, gridCell, useDayGrid } from "./day-grid";
import styles from "./month-grid.module.css";

type Props = DayGridOptions & {
  label: string;
  busy?: boolean;
  isSelected: (day: CalendarDate) => boolean;
  /** Draws a day: an element that can have the focus, with what `grid.cell` gives it. */
  children: (day: CalendarDate, grid: DayGrid) => ReactNode;
};

export function MonthGrid({ label, busy = false, isSelected, children, ...options }: Props) {
  const { month, weekStart = "sun" } = options;
  const weekdays = weekdayNames(weekStart);
  const grid = useDayGrid(options);
  return (
    <div className={styles.frame}>
      <table {...grid.table} aria-label={label} aria-busy={busy || undefined} className={styles.grid}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name[0]}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month, weekStart).map((week, row) => (
            <tr key={week.find((day) => day !== null)?.toString() ?? row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={weekdays[column]} className={styles.blank} />
                ) : (
                  <td key={day.toString()} {...gridCell(isSelected(day))}>
                    {children(day, grid)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="visually-hidden">
        {grid.announcement}
      </p>
    </div>
  );
}
