/**
 * A first and a last day, chosen in a month. It stands on the portal's own grid of days, because a day that cannot be chosen has to
 * say why, which the calendars of libraries skip over.
 */
import type { CalendarDate } from "@internationalized/date";
import clsx from "clsx";
import { CalendarRange, ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { addMonths, firstDay, formatDay, formatSpan, type Month, monthKey, monthOf } from "../domain/day";
import { IconButton } from "./button";
import styles from "./date-range.module.css";
import type { DayGridOptions } from "./day-grid";
import { Field } from "./field";
import { MonthGrid } from "./month-grid";
import { PopoverButton } from "./popover";

export type DateRange = { readonly start: CalendarDate; readonly end: CalendarDate };

type Shared = Pick<DayGridOptions, "today" | "earliest" | "latest" | "weekStart"> & {
  value: DateRange | null;
  onChange: (range: DateRange) => void;
  /** Why neither the first nor the last day can be this one; null where it can. */
  reasonOf?: (day: CalendarDate) => string | null;
};

type Props = Shared & { label: string; placeholder: string; hint?: string; error?: string | null };

export function DateRangeField({ label, placeholder, hint, error, value, onChange, ...rest }: Props) {
  const said = value ? formatSpan(value.start, value.end) : placeholder;
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, "aria-describedby": describedBy }) => (
        <PopoverButton
          id={id}
          describedBy={describedBy}
          name={`${label}: ${said}`}
          label={label}
          className={styles.button}
          face={
            <>
              <CalendarRange size={16} aria-hidden /> {said}
            </>
          }
        >
          {(close) => (
            <Days
              {...rest}
              value={value}
              onChange={(range) => {
                onChange(range);
                close();
              }}
            />
          )}
        </PopoverButton>
      )}
    </Field>
  );
}

const ordered = (one: CalendarDate, other: CalendarDate): DateRange =>
  one.compare(other) <= 0 ? { start: one, end: other } : { start: other, end: one };

function Days({ value, onChange, reasonOf, weekStart = "mon", ...rest }: Shared) {
  const { today, earliest = null, latest = null } = rest;
  const id = useId();
  const [month, setMonth] = useState<Month>(monthOf(value?.start ?? today));
  /** The first day that was chosen, and how far pointer or keys have gone from it. */
  const [anchor, setAnchor] = useState<CalendarDate | null>(null);
  const [reached, setReached] = useState<CalendarDate | null>(null);
  const range = anchor ? ordered(anchor, reached ?? anchor) : value;
  const isIn = (day: CalendarDate) =>
    range !== null && day.compare(range.start) >= 0 && day.compare(range.end) <= 0;

  const pick = (day: CalendarDate) => {
    if (anchor) onChange(ordered(anchor, day));
    else setAnchor(day);
  };
  const step = (count: number, label: string, edge: Month | null) => (
    <IconButton
      label={label}
      disabled={edge !== null && monthKey(edge) === monthKey(month)}
      onClick={() => setMonth(addMonths(month, count))}
    >
      {count < 0 ? <ChevronLeft size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
    </IconButton>
  );

  return (
    <div className={styles.days}>
      <div className={styles.head}>
        {step(-1, "Previous month", earliest)}
        <p className={styles.month} aria-live="polite">
          {formatDay(firstDay(month), "month")}
        </p>
        {step(1, "Next month", latest)}
      </div>
      <MonthGrid
        {...rest}
        label={formatDay(firstDay(month), "month")}
        month={month}
        onMonth={setMonth}
        weekStart={weekStart}
        selected={value?.start ?? null}
        isSelected={isIn}
      >
        {(day, { cell, stay }) => {
          const reason = reasonOf?.(day) ?? null;
          return (
            <>
              <button
                {...cell(day)}
                type="button"
                className={clsx(
                  styles.day,
                  isIn(day) && styles.chosen,
                  today.compare(day) === 0 && styles.today,
                )}
                aria-label={formatDay(day, "long")}
                aria-disabled={reason !== null || undefined}
                aria-describedby={reason === null ? undefined : `${id}-${day}`}
                title={reason ?? undefined}
                onFocus={() => setReached(day)}
                onPointerEnter={() => setReached(day)}
                onClick={() => {
                  stay(day);
                  if (reason === null) pick(day);
                }}
              >
                {day.day}
              </button>
              {reason !== null && (
                <span id={`${id}-${day}`} hidden>
                  {reason}
                </span>
              )}
            </>
          );
        }}
      </MonthGrid>
      <p role="status" className={styles.next}>
        {anchor ? `From ${formatDay(anchor, "medium")}. Choose the last day.` : "Choose the first day."}
      </p>
    </div>
  );
}
