/**
 * The engine of everything that shows days in rows and columns. One cell is in the tab order; arrows, Home, End, Page Up, Page Down
 * and T move through the days, and at the first and last month it says so. In a month the arrows up and down go by weeks; where each
 * line is somebody's, they go from one to the next.
 *
 * It knows no rule: what a day is, and what choosing one does, is up to the component that draws it.
 */
import type { CalendarDate } from "@internationalized/date";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import {
  dayOfWeek,
  firstDay,
  formatDay,
  lastDay,
  type Month,
  monthKey,
  monthOf,
  type WeekStart,
} from "../domain/day";

export type DayGridOptions = {
  month: Month;
  today: CalendarDate;
  /** The tab stop until a key has moved it. */
  selected?: CalendarDate | null;
  /** The keyboard left the month: show the one of this day, which then has the focus. */
  onMonth: (month: Month) => void;
  earliest?: Month | null;
  latest?: Month | null;
  weekStart?: WeekStart;
};

/** A place in the grid: a day, and whose it is where there are lines. */
type Place = { readonly day: CalendarDate; readonly row: string | null };

export type CellProps = {
  "data-date": string;
  "data-row"?: string;
  tabIndex: 0 | -1;
  onKeyDown: (event: KeyboardEvent) => void;
};

export type DayGrid = {
  /** For the table: it is a grid, and keeps its rows and headings. */
  table: { ref: RefObject<HTMLTableElement | null>; role: "grid" };
  /** To be said politely. */
  announcement: string;
  /** For the element of a cell that takes the focus. `onKey` hears the keys that move nothing. */
  cell: (
    day: CalendarDate,
    row?: string,
    onKey?: (event: KeyboardEvent, day: CalendarDate) => void,
  ) => CellProps;
  /** A cell was pressed: from here the keys go on. */
  stay: (day: CalendarDate, row?: string) => void;
};

/** What a cell of the table is to a reader; the focus is on the button inside. */
export const gridCell = (isSelected?: boolean) =>
  ({ role: "gridcell", ...(isSelected !== undefined && { "aria-selected": isSelected }) }) as const;

const isSame = (one: Month, other: Month) => monthKey(one) === monthKey(other);

export function useDayGrid(
  {
    month,
    today,
    selected = null,
    onMonth,
    earliest = null,
    latest = null,
    weekStart = "sun",
  }: DayGridOptions,
  rows?: readonly string[],
): DayGrid {
  const root = useRef<HTMLTableElement>(null);
  /** Where the keyboard is; it may lie in a month that is about to be shown. */
  const [cursor, setCursor] = useState<Place | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const wanted = useRef<Place | null>(null);

  const isShown = (day: CalendarDate | null) => day !== null && isSame(monthOf(day), month);
  const stopDay = [cursor?.day ?? null, selected, today].find(isShown) ?? firstDay(month);
  const stopRow = rows?.find((row) => row === cursor?.row) ?? rows?.[0] ?? null;

  // After a key the focus follows: at once in the same month, in another one as soon as it is drawn.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { day, row } = wanted.current;
    const line = row === null ? "" : `[data-row="${CSS.escape(row)}"]`;
    const target = root.current?.querySelector<HTMLElement>(`${line}[data-date="${day}"]`);
    if (!target) return;
    wanted.current = null;
    target.focus();
  });

  const go = (place: Place) => {
    const target = monthOf(place.day);
    const edge =
      earliest && monthKey(target) < monthKey(earliest)
        ? earliest
        : latest && monthKey(target) > monthKey(latest)
          ? latest
          : null;
    if (edge) {
      const which = edge === earliest ? "earliest" : "latest";
      setAnnouncement(`${formatDay(firstDay(edge), "month")} is the ${which} month.`);
      return;
    }
    setAnnouncement("");
    wanted.current = place;
    setCursor(place);
    if (!isSame(target, month)) onMonth(target);
  };

  const moves: Record<string, (day: CalendarDate) => CalendarDate> = {
    ArrowLeft: (day) => day.subtract({ days: 1 }),
    ArrowRight: (day) => day.add({ days: 1 }),
    ...(rows === undefined && {
      ArrowUp: (day) => day.subtract({ weeks: 1 }),
      ArrowDown: (day) => day.add({ weeks: 1 }),
    }),
    Home: (day) => (rows ? firstDay(monthOf(day)) : day.subtract({ days: dayOfWeek(day, weekStart) })),
    End: (day) => (rows ? lastDay(monthOf(day)) : day.add({ days: 6 - dayOfWeek(day, weekStart) })),
    PageUp: (day) => day.subtract({ months: 1 }),
    PageDown: (day) => day.add({ months: 1 }),
    t: () => today,
    T: () => today,
  };

  const placeAfter = (key: string, { day, row }: Place): Place | null => {
    const move = moves[key];
    if (move) return { day: move(day), row };
    if (rows === undefined || row === null || (key !== "ArrowUp" && key !== "ArrowDown")) return null;
    const next = rows[rows.indexOf(row) + (key === "ArrowUp" ? -1 : 1)];
    return { day, row: next ?? row };
  };

  return {
    table: { ref: root, role: "grid" },
    announcement,
    cell: (day, row, onKey) => ({
      "data-date": day.toString(),
      ...(row !== undefined && { "data-row": row }),
      tabIndex: day.compare(stopDay) === 0 && (row ?? null) === stopRow ? 0 : -1,
      onKeyDown: (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        // Keys may come faster than months are drawn: each goes on from where the one before it leads.
        const from = wanted.current ?? { day, row: row ?? null };
        const next = placeAfter(event.key, from);
        if (next === null) return onKey?.(event, from.day);
        event.preventDefault();
        go(next);
      },
    }),
    stay: (day, row) => {
      wanted.current = null;
      setCursor({ day, row: row ?? null });
    },
  };
}
