/** Timesheet Notifications: the weeks as they were judged, with the manager's words, and what else happened. Opening the page reads it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { myTimesheetQueries } from "../../api/timesheets";
import { formatDay, formatInstant, formatWeek, mondayOf, parseDay } from "../../domain/day";
import { formatHours } from "../../domain/hours";
import { paths } from "../../domain/paths";
import type { Notice, Timesheet, WeekSummary } from "../../domain/types";
import { useSession } from "../../session/current";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { markNoticesViewed, noticeQueries } from "./api";
import styles from "./notifications.module.css";

const SHOWN = 20;

export function NotificationsPage() {
  const my = useQuery(myTimesheetQueries.recent());
  const { notices, fresh } = useNotices();
  const weeks = my.data ? weeksOf(my.data.timesheets, my.data.weeks) : [];
  return (
    <Page>
      <PageHeader
        title="Timesheet Notifications"
        lead="Your weeks as your manager sees them, newest first."
      />
      <div className={styles.columns}>
        <div className={styles.weeks}>
          {my.isError && (
            <ErrorPanel
              message={messageOr(my.error, "Failed to load notifications")}
              onRetry={() => void my.refetch()}
              busy={my.isFetching}
            />
          )}
          {my.isPending && <Skeleton label="Loading notifications..." height="9rem" />}
          {my.isSuccess && weeks.length === 0 && (
            <Empty icon={<Inbox size={24} aria-hidden />} title="No timesheet notifications found">
              <p>Once you have recorded a day, its week shows here with what your manager decides.</p>
            </Empty>
          )}
          {weeks.map((week) => (
            <Week key={week.weekStart} week={week} />
          ))}
        </div>
        {notices.length > 0 && <Notices notices={notices} fresh={fresh} />}
      </div>
    </Page>
  );
}

/** The newest notices. Those unread on arrival are marked as viewed at once, and keep their dot for as long as the page is open. */
function useNotices() {
  const client = useQueryClient();
  const { data } = useQuery(noticeQueries.newest());
  const { mutate } = useMutation(markNoticesViewed(client));
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const notices = data?.notifications;

  useEffect(() => {
    const unread = (notices ?? []).filter((notice) => !notice.isRead).map((notice) => notice._id);
    const unseen = unread.filter((id) => !fresh.has(id));
    if (unseen.length === 0) return;
    setFresh(new Set([...fresh, ...unseen]));
    mutate(unseen);
  }, [notices, fresh, mutate]);

  return { notices: notices ?? [], fresh };
}

type MyWeek = WeekSummary & { readonly entries: readonly Timesheet[] };

function weeksOf(timesheets: readonly Timesheet[], weeks: readonly WeekSummary[]): MyWeek[] {
  return weeks
    .map((week) => ({
      ...week,
      entries: timesheets
        .filter((entry) => weekOf(entry) === week.weekStart)
        .sort((one, other) => other.date.localeCompare(one.date)),
    }))
    .filter((week) => week.entries.length > 0)
    .sort((one, other) => other.weekStart.localeCompare(one.weekStart));
}

function weekOf(entry: Timesheet): string {
  const day = parseDay(entry.date);
  return day ? mondayOf(day).toString() : "";
}

function Week({ week }: { week: MyWeek }) {
  const id = `week-${week.weekStart}`;
  return (
    <article className={styles.week} aria-labelledby={id}>
      <header className={styles.top}>
        <h2 id={id}>{formatWeek(week.weekStart)}</h2>
        <Status kind={week.status} stamp />
        <p className={styles.total}>
          <span className="visually-hidden">Total </span>
          {formatHours(week.totalHours)} h
        </p>
      </header>
      <ul className={styles.days}>
        {week.entries.map((entry) => (
          <li key={entry._id} className={styles.day}>
            <time dateTime={entry.date}>{formatDay(entry.date, "medium")}</time>
            <span className={styles.hours}>{formatHours(entry.hours)} h</span>
            <Status kind={entry.status} />
            <p className={styles.text} dir="auto">
              {entry.description}
            </p>
            {entry.approvalComments && (
              <div className={styles.comment}>
                <p dir="auto">{entry.approvalComments}</p>
              </div>
            )}
            {entry.status === "rejected" && (
              <Link className={styles.fix} to={paths.employee.timesheetOn(entry.date)}>
                Fix this day<span className="visually-hidden">, {formatDay(entry.date, "long")}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

function Notices({ notices, fresh }: { notices: readonly Notice[]; fresh: ReadonlySet<string> }) {
  const { timezone } = useSession();
  return (
    <Section title="What happened" className={styles.notices}>
      <ul className={styles.noticeList}>
        {notices.slice(0, SHOWN).map((notice) => (
          <li key={notice._id} className={styles.notice} data-new={fresh.has(notice._id) || undefined}>
            <p className={styles.noticeTitle}>
              {notice.date ? (
                <Link to={paths.employee.timesheetOn(notice.date)}>{notice.title}</Link>
              ) : (
                notice.title
              )}
              {fresh.has(notice._id) && <span className={styles.new}>New</span>}
            </p>
            <p className={styles.noticeBody} dir="auto">
              {notice.body}
            </p>
            <time className={styles.noticeTime} dateTime={notice.createdAt}>
              {formatInstant(notice.createdAt, timezone)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
