/**
 * A month of somebody's timesheet: hours, states and unlocks in the cells. A day that cannot be filled stays reachable: it answers
 * with its reason instead of hiding. What a day is and may be stands in `days`; it works while they are still on their way.
 */
import type { CalendarDate } from "@internationalized/date";
import clsx from "clsx";
import { KeyRound } from "lucide-react";
import { useId } from "react";
import { formatDay } from "../domain/day";
import { hoursFigure } from "../domain/format";
import type { CellProps, DayGridOptions } from "../ui/day-grid";
import { MonthGrid } from "../ui/month-grid";
import { Status } from "../ui/status";
import { statusWords } from "../ui/status-words";
import type { GridDay } from "./days";
import styles from "./timesheet-month.module.css";

type Props = DayGridOptions & {
  label: string;
  days: ReadonlyMap<string, GridDay>;
  busy?: boolean;
  selected: CalendarDate | null;
  onSelect: (day: CalendarDate) => void;
  /** A figure typed on a day that can be filled: the start of its hours. */
  onType?: (day: CalendarDate, figure: string) => void;
};

export function TimesheetMonth({ days, onSelect, onType, ...rest }: Props) {
  const id = useId();
  const { selected, today } = rest;
  return (
    <MonthGrid {...rest} isSelected={(day) => selected?.compare(day) === 0}>
      {(day, { cell, stay }) => (
        <DayButton
          day={day}
          isToday={days.get(day.toString())?.isToday ?? today.compare(day) === 0}
          state={days.get(day.toString())}
          selected={selected?.compare(day) === 0}
          describedBy={`${id}-${day.day}`}
          cell={cell(day, undefined, (event, at) => {
            if (!onType || !/^[0-9]$/.test(event.key) || !days.get(at.toString())?.canFill) return;
            event.preventDefault();
            onType(at, event.key);
          })}
          onClick={() => {
            stay(day);
            if (!days.get(day.toString())?.isClosed) onSelect(day);
          }}
        />
      )}
    </MonthGrid>
  );
}

type DayProps = {
  day: CalendarDate;
  isToday: boolean;
  state: GridDay | undefined;
  selected: boolean;
  describedBy: string;
  cell: CellProps;
  onClick: () => void;
};

function DayButton({ day, isToday, state, selected, describedBy, cell, onClick }: DayProps) {
  const leave = state?.leave ?? [];
  const description = [...leave.map(({ text }) => text), state?.reason].filter(Boolean).join(". ");
  const isOnLeave = state?.status === "leave" || state?.status === "leave-pending";
  return (
    <button
      {...cell}
      type="button"
      className={clsx(
        styles.day,
        selected && styles.selected,
        isToday && styles.today,
        state?.isUnlocked && styles.unlocked,
      )}
      data-status={state?.status}
      data-fill={state?.canFill || undefined}
      aria-disabled={state?.isClosed || undefined}
      title={description || undefined}
      aria-describedby={description ? describedBy : undefined}
      onClick={onClick}
    >
      <span className={styles.top}>
        <span className={styles.number}>{day.day}</span>
        <span className="visually-hidden">
          {formatDay(day, "long")}
          {isToday && state?.status !== "today" ? `, ${statusWords.today}` : ""}
        </span>
        {state?.isUnlocked && (
          <span className={styles.key}>
            <KeyRound size={13} strokeWidth={2.5} aria-hidden />
            <span className="visually-hidden">{statusWords.unlocked}</span>
          </span>
        )}
      </span>
      {state && (
        <span className={styles.bottom}>
          {state.hours !== null && (
            <span className={clsx("hours", styles.hours)}>
              {hoursFigure(state.hours)}
              <span className="quiet small">h</span>
            </span>
          )}
          <Status
            kind={state.status}
            {...(state.word ? { word: state.word } : {})}
            className={styles.status}
          />
          {!isOnLeave &&
            leave.map(({ kind, text }) => <Status key={text} kind={kind} className={styles.status} />)}
        </span>
      )}
      {description && (
        <span id={describedBy} hidden>
          {description}
        </span>
      )}
    </button>
  );
}
