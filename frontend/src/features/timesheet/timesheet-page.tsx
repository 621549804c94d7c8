/** Enhanced Timesheet: the month as a calendar, and beside it the entry of the chosen day. */
import type { CalendarDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import { Failure } from "../../api/query-state";
import { calendarOf } from "../../api/reads";
import { useSend, useSending } from "../../api/send";
import page from "../../calendar/calendar-page.module.css";
import { gridDays, leaveLegend, statusOf } from "../../calendar/days";
import { MonthFoot } from "../../calendar/month-foot";
import { MonthStanding } from "../../calendar/month-standing";
import { TimesheetMonth } from "../../calendar/timesheet-month";
import { addMonths, firstDay, formatDay, type Month, monthKey, monthOf, parseDay } from "../../domain/day";
import { fullName } from "../../domain/people";
import type { CalendarDay, PatternPeriod, Timesheet } from "../../domain/types";
import { useSession, useToday } from "../../session/current";
import { Button, IconButton } from "../../ui/button";
import { Legend } from "../../ui/legend";
import { type Limits, limitsOf, useCalendarPlace } from "../../ui/month-grid-place";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { useOnce } from "../../ui/use-once";
import { type Submission, submitDay, type Unlock } from "./api";
import { AskDialog } from "./ask-dialog";
import { EntryPanel } from "./entry-panel";
import { words } from "./messages";
import { myUnlocks } from "./reads";
import { Statements } from "./statements";
import styles from "./timesheet.module.css";
import { declinedOf, unlockOf, whyOpen } from "./why";

const LEGEND = [
  "today",
  "approved",
  "pending",
  "rejected",
  "unlocked",
  "past",
  "before-joining",
  "weekend",
  "holiday",
] as const;
/** Explained only in a month that has one. */
const SOMETIMES = ["day-off", "frozen"] as const;
const isOf = (day: CalendarDay, kind: (typeof SOMETIMES)[number]) =>
  kind === "frozen" ? day.isFrozen : day.kind === kind;
const NO_DAYS: readonly CalendarDay[] = [];
const NO_PATTERNS: readonly PatternPeriod[] = [];
const NO_UNLOCKS: readonly Unlock[] = [];

function withoutAgain(params: URLSearchParams): URLSearchParams {
  params.delete("again");
  return params;
}

/** The calendar of the month in view. The present month is always asked for: it knows the limits, and whether today is filled. */
function useCalendar(today: CalendarDate) {
  const current = useQuery(calendarOf(monthOf(today)));
  const limits = limitsOf(current.data);
  const place = useCalendarPlace(today, limits);
  // Another month waits for the limits, so that no month is asked for that would be refused.
  const shown = useQuery({
    ...calendarOf(place.month),
    enabled: limits !== null || monthKey(place.month) === monthKey(monthOf(today)),
  });
  const todaysEntry = current.data?.days.find((day) => day.isToday)?.entry ?? null;
  return {
    ...place,
    limits,
    todaysEntry,
    days: shown.data?.days ?? NO_DAYS,
    patterns: shown.data?.patterns ?? NO_PATTERNS,
    standing: shown.data?.month,
    failed: current.isError ? current : shown.isError ? shown : null,
    loading: shown.isPending,
  };
}

/** The newest entry before a day that is to be filled, out of its month or, at the beginning of that, the month before. */
function useEntryBefore(day: CalendarDay | undefined, days: readonly CalendarDay[], limits: Limits) {
  const before = (all: readonly CalendarDay[]): Timesheet | null =>
    (day && all.findLast((one) => one.date < day.date && one.entry !== null)?.entry) ?? null;
  const found = before(days);
  const date = parseDay(day?.date ?? "");
  const month = date && addMonths(monthOf(date), -1);
  const isThere = month !== null && limits !== null && monthKey(month) >= monthKey(limits.earliest);
  const former = useQuery({
    ...calendarOf(month ?? { year: 0, month: 0 }),
    enabled: isThere && day?.isEditable === true && found === null,
  });
  return found ?? (isThere ? before(former.data?.days ?? NO_DAYS) : null);
}

export function TimesheetPage() {
  const today = useToday();
  const { user, timezone } = useSession();
  const {
    month,
    selected,
    outside,
    showMonth,
    selectDay,
    limits,
    todaysEntry,
    days,
    patterns,
    standing,
    failed,
    loading,
  } = useCalendar(today);
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<{ date: string; figure: string; at: number } | null>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const write = submitDay(user.id);
  const sending = useSending(write).map(({ date }) => date);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Error>>(new Map());
  const forget = (date: string) =>
    refusals.has(date) && setRefusals((known) => new Map([...known].filter(([one]) => one !== date)));
  // On a phone the form stands below the calendar, which would push it down.
  const isHere = useOnce(!loading || failed !== null);
  const day = days.find((one) => one.date === selected?.toString());
  // Without it the calendar is whole; only who unlocked a day would not be said.
  const { data: given } = useQuery(myUnlocks());
  const unlocks = given?.unlockRequests ?? NO_UNLOCKS;
  const unlock = day ? unlockOf(day, unlocks) : null;
  const [asking, setAsking] = useState<string | null>(null);
  const hasAsked = (isWaiting: boolean) => {
    flushSync(() => setAsking(null));
    // The button that opened the dialog is about to go. What the day says now stands below the heading.
    if (isWaiting) panel.current?.querySelector("h2")?.focus();
  };

  const lastEntry = useEntryBefore(day, days, limits);
  const { send } = useSend(write, {
    done: (_answer, { date }, isWaiting) =>
      isWaiting &&
      date === day?.date &&
      calendar.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus(),
    refused: (error, { date }) => {
      setRefusals((known) => new Map(known).set(date, error));
      return date === day?.date;
    },
  });
  const submit = (body: Submission) => {
    forget(body.date);
    send(body);
  };

  const choose = (chosen: CalendarDate) => {
    setTyped(null);
    selectDay(chosen);
    // On a phone the form lies under the calendar and would be missed.
    if (window.matchMedia?.("(max-width: 68rem)").matches)
      panel.current?.scrollIntoView({ behavior: "smooth", block: "nearest" });
  };

  return (
    <Page>
      <PageHeader
        lead={
          <>
            <span data-print="hide">One entry per day. Choose a day to view it or fill it in.</span>
            <span className={styles.printed} dir="auto">
              {fullName(user)}, {user.employeeId}
            </span>
          </>
        }
      />
      {failed && <Failure query={failed} failed="Failed to fetch timesheet data" />}
      <div className={clsx(page.columns, styles.columns)}>
        <section aria-label="Calendar" className={page.calendar} ref={calendar}>
          <MonthBar month={month} today={today} limits={limits} onMonth={showMonth} />
          {monthKey(month) < monthKey(monthOf(today)) && (
            <MonthStanding standing={standing} timezone={timezone} />
          )}
          {outside && limits && (
            <p role="status" className="quiet">
              {words.outside(
                formatDay(outside, "long"),
                formatDay(firstDay(limits.earliest), "month"),
                formatDay(firstDay(limits.latest), "month"),
              )}
            </p>
          )}
          <TimesheetMonth
            label={formatDay(firstDay(month), "month")}
            month={month}
            today={today}
            days={gridDays(days, sending)}
            busy={loading}
            selected={selected}
            onSelect={choose}
            onMonth={showMonth}
            earliest={limits?.earliest ?? null}
            latest={limits?.latest ?? null}
            onType={(typedDay, figure) => {
              selectDay(typedDay);
              setTyped({ date: typedDay.toString(), figure, at: performance.now() });
            }}
          />
          <p role="status" className="visually-hidden">
            {loading && !failed ? words.loading : day && (day.reason ?? whyOpen(day, unlock))}
          </p>
          <MonthFoot days={days} />
          {isHere && (
            <Legend
              items={[
                ...LEGEND,
                ...leaveLegend(days),
                ...SOMETIMES.filter((kind) => days.some((one) => isOf(one, kind))),
              ]}
            />
          )}
        </section>
        {isHere && (
          <section
            ref={panel}
            className={clsx(page.panel, styles.panel)}
            aria-label="Entry for the chosen day"
          >
            <h2 tabIndex={-1}>{words.entry.title}</h2>
            {day ? (
              <EntryPanel
                key={`${day.date} ${day.entry?.updatedAt ?? ""} ${day.isEditable}`}
                day={day}
                pattern={patterns.find(({ from, to }) => from <= day.date && day.date <= to)?.pattern}
                unlock={unlock}
                declined={declinedOf(day, unlocks)}
                onAsk={() => setAsking(day.date)}
                userId={user.id}
                closedLabel={todaysEntry ? "Timesheet Already Submitted" : "Select Today's Date"}
                saving={sending.includes(day.date)}
                error={refusals.get(day.date) ?? null}
                onSubmit={submit}
                onEdit={() => forget(day.date)}
                lastEntry={lastEntry}
                typed={typed?.date === day.date ? typed : null}
                onTyped={() => setTyped(null)}
                again={day.isToday && params.has("again")}
                onAgain={() => setParams(withoutAgain, { replace: true, preventScrollReset: true })}
              />
            ) : loading && !failed ? (
              <Skeleton label={words.loading} />
            ) : (
              <p className="quiet">Choose a day in the calendar.</p>
            )}
            <OpenDays days={days} selected={selected} onSelect={choose} />
          </section>
        )}
      </div>
      {isHere && (
        <Section title={words.statements.title} className={styles.statements}>
          <Statements />
        </Section>
      )}
      {asking && <AskDialog key={asking} date={asking} onClose={() => setAsking(null)} onSent={hasAsked} />}
    </Page>
  );
}

type BarProps = {
  month: Month;
  today: CalendarDate;
  limits: Limits;
  onMonth: (month: Month) => void;
};

function MonthBar({ month, today, limits, onMonth }: BarProps) {
  const atStart = limits !== null && monthKey(month) <= monthKey(limits.earliest);
  const atEnd =
    limits !== null
      ? monthKey(month) >= monthKey(limits.latest)
      : monthKey(month) >= monthKey(monthOf(today));
  return (
    <div className={styles.bar}>
      <h2 aria-live="polite">{formatDay(firstDay(month), "month")}</h2>
      <div className={styles.steps} data-print="hide">
        <IconButton label="Previous month" disabled={atStart} onClick={() => onMonth(addMonths(month, -1))}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <Button
          variant="quiet"
          disabled={monthKey(month) === monthKey(monthOf(today))}
          onClick={() => onMonth(monthOf(today))}
        >
          Current month
        </Button>
        <IconButton label="Next month" disabled={atEnd} onClick={() => onMonth(addMonths(month, 1))}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** The other days that wait to be filled: today, a rejected day, an unlocked one. */
function OpenDays({
  days,
  selected,
  onSelect,
}: {
  days: readonly CalendarDay[];
  selected: CalendarDate | null;
  onSelect: (day: CalendarDate) => void;
}) {
  const open = days.filter((day) => day.isEditable && day.date !== selected?.toString());
  if (open.length === 0) return null;
  return (
    <Section title="Also open" className={styles.open}>
      <ul className={styles.openList}>
        {open.map((day) => {
          const date = parseDay(day.date);
          return (
            date && (
              <li key={day.date}>
                <Button variant="quiet" onClick={() => onSelect(date)}>
                  {formatDay(day.date, "medium")}
                </Button>
                <Status kind={statusOf(day)} />
              </li>
            )
          );
        })}
      </ul>
    </Section>
  );
}
