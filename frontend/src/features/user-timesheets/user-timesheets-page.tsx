/** One person's days as HR and administrators see them: a month at a time, each day to be opened, and the month as a file. */
import type { CalendarDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import { useRef } from "react";
import { useParams } from "react-router";
import { ApiError } from "../../api/error";
import { LOOK_AGAIN } from "../../api/query";
import { calendarOf, personQueries } from "../../api/reads";
import page from "../../calendar/calendar-page.module.css";
import { gridDaysToRead, leaveLegend } from "../../calendar/days";
import { MonthFoot } from "../../calendar/month-foot";
import { MonthStanding } from "../../calendar/month-standing";
import { TimesheetMonth } from "../../calendar/timesheet-month";
import { firstDay, formatDay, monthKey, monthOf } from "../../domain/day";
import { paths } from "../../domain/paths";
import { fullName, mailtoOf } from "../../domain/people";
import type { CalendarDay } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { useSession, useToday } from "../../session/current";
import { Button } from "../../ui/button";
import { ErrorPanel } from "../../ui/error-panel";
import { Legend } from "../../ui/legend";
import { limitsOf, useCalendarPlace } from "../../ui/month-grid-place";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { downloadMonth, type Person } from "./api";
import { DayBox } from "./day-box";
import { whyOf, words } from "./messages";
import { PeriodFields } from "./period-fields";
import { useBack } from "./use-back";
import styles from "./user-timesheets.module.css";

const NO_DAYS: readonly CalendarDay[] = [];
const LEGEND = [
  "today",
  "approved",
  "pending",
  "rejected",
  "unlocked",
  "holiday",
  { kind: "past", word: words.past },
  "weekend",
] as const;

export function UserTimesheetsPage() {
  const { userId = "" } = useParams();
  const { user: reader } = useSession();
  const person = useQuery({ ...personQueries.one(userId), select: ({ user }) => user });
  const goBack = useBack(paths.area(reader.role).userTimesheets);
  const isMissing = person.error instanceof ApiError && person.error.status === 404;

  return (
    <Page>
      <div data-print="hide">
        <Button variant="quiet" className={styles.back} onClick={goBack}>
          <ArrowLeft size={16} aria-hidden />
          Back to Users
        </Button>
      </div>
      {isMissing ? (
        <PageHeader title="User not found" lead="The link may be old or incomplete." />
      ) : (
        <>
          <PageHeader
            title={
              person.data ? (
                <>
                  <bdi>{fullName(person.data)}</bdi>
                  's Timesheets
                </>
              ) : (
                "User Timesheets"
              )
            }
            lead={person.data && <Details person={person.data} />}
          />
          {person.isError && (
            <ErrorPanel message={`Failed to fetch user details: ${whyOf(person.error)}`} retry={person} />
          )}
          {person.isPending && <Skeleton label={words.loading} height="24rem" />}
          {person.data && <Calendar key={userId} person={person.data} />}
        </>
      )}
    </Page>
  );
}

function Details({ person }: { person: Person }) {
  return (
    <span className={styles.details}>
      <span>
        Email <a href={mailtoOf(person.email)}>{person.email}</a>
      </span>
      <span>
        Department <span dir="auto">{person.department || "N/A"}</span>
      </span>
      <span>
        Employee ID <span className="figures">{person.employeeId}</span>
      </span>
    </span>
  );
}

function Calendar({ person }: { person: Person }) {
  const today = useToday();
  const { timezone } = useSession();
  const side = useRef<HTMLDivElement>(null);
  // The present month is always asked for: it knows how far one can turn back. Another one waits for that.
  const current = useQuery(calendarOf(monthOf(today), person._id));
  const limits = limitsOf(current.data);
  // The button above goes back one page, so changing the month adds none to the history.
  const place = useCalendarPlace(today, limits, { startsOnToday: false, backByMonth: false });
  const isPresent = monthKey(place.month) === monthKey(monthOf(today));
  const shown = useQuery({
    ...calendarOf(place.month, person._id),
    enabled: isPresent || limits !== null,
    // The net below the socket, like that of the pages that sum up everybody's days.
    refetchInterval: LOOK_AGAIN,
  });
  const failed = current.isError ? current : shown.isError ? shown : null;
  const days = shown.data?.days ?? NO_DAYS;
  const entries = days.filter((day) => day.entry !== null).length;
  const day = days.find((one) => one.date === place.selected?.toString());
  const legend = [
    ...LEGEND,
    ...leaveLegend(days),
    ...(days.some((one) => one.isFrozen) ? (["frozen"] as const) : []),
    ...(days.some((one) => one.kind === "before-joining") ? (["before-joining"] as const) : []),
  ];

  const choose = (chosen: CalendarDate) => {
    place.selectDay(chosen);
    // On a phone the box lies under the calendar and would be missed.
    if (window.matchMedia?.("(max-width: 68rem)").matches)
      side.current?.scrollIntoView({ behavior: "smooth", block: "nearest" });
  };

  return (
    <section className={styles.card} aria-labelledby="calendar">
      <div className={styles.bar}>
        <h2 id="calendar">
          Timesheet Calendar {shown.data && <span className="figures">{`(${entries} entries)`}</span>}
        </h2>
        <p className={styles.printed}>{formatDay(firstDay(place.month), "month")}</p>
        <PeriodFields month={place.month} limits={limits} onMonth={place.showMonth} />
        {entries > 0 && (
          <DownloadButton
            file={downloadMonth}
            of={{ person, month: place.month }}
            words={words}
            variant="primary"
          />
        )}
      </div>
      {failed && (
        <ErrorPanel message={`Failed to fetch timesheet data: ${whyOf(failed.error)}`} retry={failed} />
      )}
      <div className={clsx(page.columns, styles.columns)}>
        <div className={page.calendar}>
          {!isPresent && <MonthStanding standing={shown.data?.month} timezone={timezone} />}
          <TimesheetMonth
            label={formatDay(firstDay(place.month), "month")}
            month={place.month}
            today={today}
            days={gridDaysToRead(days, "Holiday - Contact Admin/HR/Manager if you worked")}
            busy={shown.isPending}
            selected={place.selected}
            onSelect={choose}
            onMonth={place.showMonth}
            earliest={limits?.earliest ?? null}
            latest={limits?.latest ?? null}
          />
          <p role="status" className="visually-hidden">
            {shown.isPending && !failed && words.loading}
          </p>
          <MonthFoot days={days} />
          <Legend items={legend} />
        </div>
        <div ref={side} className={clsx(page.panel, styles.side)} aria-live="polite">
          {day ? (
            <DayBox day={day} person={person} />
          ) : (
            <p className="quiet small" data-print="hide">
              Choose a day to see what was recorded on it.
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
