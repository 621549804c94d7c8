/**
 * A month as a grid of days, Sunday first. One day is in the tab order; arrows, Home, End, Page Up, Page Down and T move through the
 * days, Enter or Space chooses one. A day that cannot be filled stays reachable: it answers with its reason instead of hiding.
 *
 * What a day is and may be stands in `days`; this component draws it and knows no rule. It works while `days` is still on its way.
 */
import type { CalendarDate } from "@internationalized/date";
import clsx from "clsx";
import { KeyRound } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { firstDay, formatDay, type Month, monthKey, monthOf, monthWeeks, parseDay } from "../domain/day";
import { formatHours } from "../domain/hours";
import styles from "./month-grid.module.css";
import { Status, type StatusKind } from "./status";

export type GridDay = {
  readonly status: StatusKind;
  /** Instead of the usual word: "Saving..." or the name of a holiday. */
  readonly word?: string | undefined;
  readonly hours: number | null;
  /** An entry with an open unlock: a purple ring round its own colour. */
  readonly isUnlocked: boolean;
  readonly canFill: boolean;
  /** There is nothing to open: the keyboard reaches it and hears its reason, and a click does nothing. */
  readonly isClosed?: boolean;
  /** Why it cannot be filled, as a tooltip too. */
  readonly reason: string | null;
};

type Props = {
  label: string;
  month: Month;
  today: CalendarDate;
  days: ReadonlyMap<string, GridDay>;
  busy?: boolean;
  selected: CalendarDate | null;
  onSelect: (day: CalendarDate) => void;
  /** The keyboard left the month: show the one of this day, which then has the focus. */
  onMonth: (month: Month) => void;
  earliest?: Month | null;
  latest?: Month | null;
  /** A figure typed on a day that can be filled: the start of its hours. */
  onType?: (day: CalendarDate, figure: string) => void;
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const isWithin = (month: Month, earliest: Month | null, latest: Month | null) =>
  (!earliest || monthKey(month) >= monthKey(earliest)) && (!latest || monthKey(month) <= monthKey(latest));

export function MonthGrid(props: Props) {
  const {
    label,
    month,
    today,
    days,
    busy = false,
    selected,
    onSelect,
    onMonth,
    earliest = null,
    latest = null,
    onType,
  } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  /** The day that the keyboard is on; it may lie in a month that is about to be shown. */
  const [cursor, setCursor] = useState<CalendarDate | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const wanted = useRef<string | null>(null);

  const inMonth = (day: CalendarDate | null) => day !== null && monthKey(monthOf(day)) === monthKey(month);
  const tabStop = [cursor, selected, today].find(inMonth) ?? firstDay(month);
  const tabKey = tabStop.toString();

  // After a key the focus follows: at once in the same month, in another one as soon as it is drawn.
  useLayoutEffect(() => {
    const target =
      wanted.current && grid.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`);
    if (!target) return;
    wanted.current = null;
    target.focus();
  });

  const go = (day: CalendarDate) => {
    const target = monthOf(day);
    if (!isWithin(target, earliest, latest)) {
      const edge = earliest && monthKey(target) < monthKey(earliest) ? earliest : (latest ?? month);
      setAnnouncement(
        `${formatDay(firstDay(edge), "month")} is the ${edge === earliest ? "earliest" : "latest"} month.`,
      );
      return;
    }
    setAnnouncement("");
    wanted.current = day.toString();
    setCursor(day);
    if (!inMonth(day)) onMonth(target);
  };

  const onKeyDown = (event: KeyboardEvent, focused: CalendarDate) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Keys may come faster than months are drawn: each goes on from where the one before it leads.
    const day = parseDay(wanted.current) ?? focused;
    const column = day.toDate("UTC").getUTCDay();
    const moves: Record<string, () => CalendarDate> = {
      ArrowLeft: () => day.subtract({ days: 1 }),
      ArrowRight: () => day.add({ days: 1 }),
      ArrowUp: () => day.subtract({ weeks: 1 }),
      ArrowDown: () => day.add({ weeks: 1 }),
      Home: () => day.subtract({ days: column }),
      End: () => day.add({ days: 6 - column }),
      PageUp: () => day.subtract({ months: 1 }),
      PageDown: () => day.add({ months: 1 }),
      t: () => today,
      T: () => today,
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      go(move());
    } else if (/^[0-9]$/.test(event.key) && onType && days.get(day.toString())?.canFill) {
      event.preventDefault();
      onType(day, event.key);
    }
  };

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid, and keeps its rows and headings. */}
      <table ref={grid} role="grid" aria-label={label} aria-busy={busy || undefined} className={styles.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name[0]}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week, row) => (
            <tr key={week.find((day) => day !== null)?.toString() ?? row}>
              {week.map((day, column) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place.
                  <td key={column} className={styles.blank} />
                ) : (
                  // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus.
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, which can be the chosen one.
                  <td key={day.toString()} role="gridcell" aria-selected={selected?.compare(day) === 0}>
                    <DayButton
                      day={day}
                      isToday={today.compare(day) === 0}
                      state={days.get(day.toString())}
                      selected={selected?.compare(day) === 0}
                      tabIndex={day.toString() === tabKey ? 0 : -1}
                      describedBy={`${id}-${day.day}`}
                      onClick={() => {
                        wanted.current = null;
                        setCursor(day);
                        if (!days.get(day.toString())?.isClosed) onSelect(day);
                      }}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    />
                  </td>
                ),
              )}
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

type DayProps = {
  day: CalendarDate;
  isToday: boolean;
  state: GridDay | undefined;
  selected: boolean;
  tabIndex: number;
  describedBy: string;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function DayButton({ day, isToday, state, selected, tabIndex, describedBy, onClick, onKeyDown }: DayProps) {
  return (
    <button
      type="button"
      className={clsx(
        styles.day,
        selected && styles.selected,
        isToday && styles.today,
        state?.isUnlocked && styles.unlocked,
      )}
      data-date={day.toString()}
      data-status={state?.status}
      data-fill={state?.canFill || undefined}
      aria-disabled={state?.isClosed || undefined}
      tabIndex={tabIndex}
      title={state?.reason ?? undefined}
      aria-describedby={state?.reason ? describedBy : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <span className={styles.top}>
        <span className={styles.number}>{day.day}</span>
        <span className="visually-hidden">
          {formatDay(day, "long")}
          {isToday && state?.status !== "today" ? ", Today" : ""}
        </span>
        {state?.isUnlocked && (
          <span className={styles.key}>
            <KeyRound size={13} strokeWidth={2.5} aria-hidden />
            <span className="visually-hidden">Approved unlock</span>
          </span>
        )}
      </span>
      {state && (
        <span className={styles.bottom}>
          {state.hours !== null && (
            <span className={styles.hours}>
              {formatHours(state.hours)}
              <span className={styles.unit}>h</span>
            </span>
          )}
          <Status
            kind={state.status}
            {...(state.word ? { word: state.word } : {})}
            className={styles.status}
          />
        </span>
      )}
      {state?.reason && (
        <span id={describedBy} hidden>
          {state.reason}
        </span>
      )}
    </button>
  );
}
