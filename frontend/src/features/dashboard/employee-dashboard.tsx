/** The employee's start: this month in four figures, the newest days, the next holidays, and the way to today. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Link } from "react-router";
import { Failure } from "../../api/query-state";
import { calendarOf, myTimesheets, upcomingHolidays } from "../../api/reads";
import { formatDay, monthOf } from "../../domain/day";
import { formatHours, formatTenths } from "../../domain/format";
import { paths } from "../../domain/paths";
import { fullName } from "../../domain/people";
import type { Timesheet } from "../../domain/types";
import { useSession, useToday } from "../../session/current";
import { afterPaint } from "../../ui/after-paint";
import { buttonClass } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { Tile, Tiles } from "../../ui/tile";
import styles from "./dashboard.module.css";
import { words } from "./messages";
import { UpcomingLeave } from "./upcoming-leave";

const RECENT = 5;
const NEXT_HOLIDAYS = 3;

/** Hours that still stand, and how many days are in which state, of the month of `today`. */
export function monthFigures(timesheets: readonly Timesheet[], today: string) {
  const ofMonth = timesheets.filter((entry) => entry.date.slice(0, 7) === today.slice(0, 7));
  const count = (status: Timesheet["status"]) => ofMonth.filter((entry) => entry.status === status).length;
  const hours = ofMonth
    .filter((entry) => entry.status !== "rejected")
    .reduce((sum, entry) => sum + entry.hours, 0);
  return { hours: formatTenths(hours), pending: count("pending"), approved: count("approved") };
}

const HoursChart = afterPaint(
  async () => (await import("./hours-chart")).HoursChart,
  () => <Skeleton label="Loading your hours..." lines={1} height="14rem" />,
);

export function EmployeeDashboard() {
  const { user, today } = useSession();
  const month = useQuery(calendarOf(monthOf(useToday())));
  const my = useQuery(myTimesheets());
  const holidays = useQuery(upcomingHolidays());
  const timesheets = my.data?.timesheets;
  const day = month.data?.days.find(({ isToday }) => isToday);
  const last = timesheets?.find(({ date }) => date < today);
  const isPending = my.isPending || holidays.isPending || month.isPending;
  const figures = timesheets ? monthFigures(timesheets, today) : null;
  // Holidays that cannot be loaded count as none: they are not what the page is for.
  const upcoming = holidays.data?.holidays ?? [];

  return (
    <Page>
      <PageHeader
        title={words.welcome(fullName(user))}
        lead={<time dateTime={today}>{formatDay(today, "long")}</time>}
        actions={
          // One of them depends on what has been recorded, and would move the others if it came later.
          !isPending && (
            <>
              <Link className={buttonClass("primary")} to={paths.employee.timesheet}>
                Fill Timesheet
              </Link>
              {day?.isEditable && day.entry === null && last && (
                <Link className={buttonClass()} to={paths.employee.timesheetAgain}>
                  {`Same as ${formatDay(last.date, "medium")}`}
                </Link>
              )}
              <Link className={buttonClass()} to={paths.employee.profile}>
                My Profile
              </Link>
              <Link className={buttonClass()} to={paths.employee.notifications}>
                Notifications
              </Link>
            </>
          )
        }
      />
      {isPending ? (
        <Skeleton label={words.loading} height="6rem" />
      ) : (
        <>
          <Tiles>
            <Tile
              label="Hours This Month"
              value={figures?.hours ?? "–"}
              {...(figures ? { unit: "h" } : {})}
              to={paths.employee.timesheet}
            />
            <Tile label="Pending" value={figures?.pending ?? "–"} note={words.employee.thisMonth} />
            <Tile
              label="Approved"
              value={figures?.approved ?? "–"}
              note={words.employee.thisMonth}
              to={paths.employee.notifications}
            />
            <Tile label={words.employee.holidays} value={upcoming.length} note="in the next twelve months" />
          </Tiles>
          <div className={styles.columns}>
            <Section
              title="Recent Timesheets"
              aside={
                <Link to={paths.employee.timesheet}>
                  View All
                  <span className="visually-hidden">{" timesheets"}</span>
                </Link>
              }
            >
              {my.isError ? (
                <Failure query={my} failed="Failed to load timesheets" />
              ) : (
                <Recent timesheets={(timesheets ?? []).slice(0, RECENT)} />
              )}
            </Section>
            <div className={styles.beside}>
              <UpcomingLeave />
              <Section title={words.employee.holidays}>
                {upcoming.length === 0 ? (
                  <>
                    <p className="quiet">No upcoming holidays</p>
                    <p className="quiet small">
                      Holidays that HR adds will appear here and in your calendar.
                    </p>
                  </>
                ) : (
                  <ul className={clsx("ruled", styles.holidays)}>
                    {upcoming.slice(0, NEXT_HOLIDAYS).map((holiday) => (
                      <li key={`${holiday.id} ${holiday.date}`}>
                        <p className="name" dir="auto">
                          {holiday.name}
                        </p>
                        <time className="quiet" dateTime={holiday.date}>
                          {holiday.formattedDate}
                        </time>
                        {holiday.description && (
                          <p className="quiet" dir="auto">
                            {holiday.description}
                          </p>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </Section>
            </div>
          </div>
          {timesheets && timesheets.length > 0 && <HoursChart timesheets={timesheets} />}
        </>
      )}
    </Page>
  );
}

function Recent({ timesheets }: { timesheets: readonly Timesheet[] }) {
  if (timesheets.length === 0) {
    return (
      <Empty title="No timesheets found">
        <Link to={paths.employee.timesheet}>Fill your first timesheet</Link>
      </Empty>
    );
  }
  return (
    <ul className="ruled">
      {timesheets.map((entry) => (
        <li key={entry._id}>
          <Link className={styles.row} to={paths.employee.timesheetOn(entry.date)}>
            <time dateTime={entry.date}>{formatDay(entry.date, "medium")}</time>
            <span className="amount">{formatHours(entry.hours)}</span>
            <Status kind={entry.status} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
