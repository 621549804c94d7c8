/** Timesheet Notifications: the weeks as they were judged, with the manager's words, and what else happened. */
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Link } from "react-router";
import { Failure } from "../../api/query-state";
import { myTimesheets } from "../../api/reads";
import { paths } from "../../domain/paths";
import type { Timesheet } from "../../domain/types";
import { Notices } from "../../notices/notices";
import { newestNotices } from "../../notices/reads";
import { Empty } from "../../ui/empty";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { useOnce } from "../../ui/use-once";
import { words } from "./messages";
import styles from "./notifications.module.css";
import { useCalendarDays } from "./use-calendar-days";
import { WeekCard, weeksOf } from "./week-card";

const NO_ENTRIES: readonly Timesheet[] = [];

export function NotificationsPage() {
  const my = useQuery(myTimesheets());
  const calendarDayOf = useCalendarDays(my.data?.timesheets ?? NO_ENTRIES);
  const notices = useQuery(newestNotices());
  // The notices take room from the weeks, where there are any.
  const isHere = useOnce(!my.isPending && !notices.isPending && calendarDayOf !== null);
  const isQuiet = (notices.data?.notifications ?? []).length === 0;
  const weeks = isHere && my.data ? weeksOf(my.data.timesheets, my.data.weeks) : [];
  return (
    <Page>
      <PageHeader lead="Your weeks as your manager sees them, newest first." />
      {/* Anew, so that nothing of what waits is moved by what comes. */}
      <div key={String(isHere)} className={styles.columns}>
        {isHere && <Notices title="Notices" className={styles.notices} />}
        <div className={styles.weeks}>
          <Failure query={my} failed="Failed to load notifications" />
          {!isHere && <Skeleton label="Loading notifications..." height="9rem" />}
          {isHere && my.isSuccess && weeks.length === 0 && isQuiet && (
            <Empty icon={<Inbox size={24} aria-hidden />} title="No timesheet notifications found.">
              <p>{words.firstWeek}</p>
              <Link to={paths.employee.timesheet}>Fill your first timesheet</Link>
            </Empty>
          )}
          {isHere && my.isSuccess && weeks.length === 0 && !isQuiet && (
            <p className="quiet small">{words.firstWeek}</p>
          )}
          {calendarDayOf &&
            weeks.map((week) => <WeekCard key={week.weekStart} week={week} calendarDayOf={calendarDayOf} />)}
        </div>
      </div>
    </Page>
  );
}
