/** The administrators' start: how many accounts there are, who has gaps, and what was recorded last. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { formatDay } from "../../domain/day";
import { formatHours, formatNumber } from "../../domain/format";
import { paths } from "../../domain/paths";
import { UnlessNobody } from "../../people/nobody-yet";
import { useSession } from "../../session/current";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Tile, Tiles } from "../../ui/tile";
import styles from "./dashboard.module.css";
import { words } from "./messages";
import { PagedList } from "./paged-list";
import { dashboardQueries } from "./reads";
import { SubstituteNote } from "./substitute-note";

const say = words.admin;

export function AdminDashboard() {
  const { today } = useSession();
  const missing = useQuery(dashboardQueries.missingTimesheets());
  const latest = useQuery(dashboardQueries.latestTimesheets());
  const isPending = missing.isPending || latest.isPending;
  return (
    <Page>
      <PageHeader lead={<time dateTime={today}>{formatDay(today, "long")}</time>} />
      <SubstituteNote />
      <Figures />
      <div className={styles.halves}>
        <PagedList
          query={missing}
          isPending={isPending}
          name="missing"
          say={say.missing}
          keyOf={(row) => row.employeeId}
        >
          {({ userName, employeeId, frozenDates }) => (
            <>
              <NameAndId name={userName} employeeId={employeeId} />
              <span className="quiet">{daysOf(frozenDates)}</span>
            </>
          )}
        </PagedList>
        {/* On a phone it stands below the other, which would push it down. */}
        {!isPending && (
          <PagedList
            query={latest}
            name="activity"
            say={say.latest}
            next={
              <UnlessNobody>
                <p>Days will appear here as employees record them.</p>
              </UnlessNobody>
            }
            keyOf={(row) => `${row.employeeId} ${row.timesheetDate}`}
          >
            {({ userName, employeeId, timesheetDate, timesheetHours }) => (
              <>
                <NameAndId name={userName} employeeId={employeeId} />
                <span className={styles.when}>
                  <time dateTime={timesheetDate}>{formatDay(timesheetDate, "medium")}</time>
                  <span className="amount">{formatHours(timesheetHours)}</span>
                </span>
              </>
            )}
          </PagedList>
        )}
      </div>
    </Page>
  );
}

function NameAndId({ name, employeeId }: { name: string; employeeId: string }) {
  return (
    <span className={styles.who}>
      <bdi className="name">{name}</bdi>
      <span className="employee-id">{employeeId}</span>
    </span>
  );
}

function daysOf(dates: readonly string[]): string {
  const last = [...dates].sort().at(-1);
  return last === undefined ? "" : say.missingDays(dates.length, formatDay(last, "short"));
}

/** Both answers are counts over everybody; each fails for itself. */
function Figures() {
  const stats = useQuery(dashboardQueries.userStats());
  const people = useQuery(dashboardQueries.people());
  const isPending = stats.isPending || people.isPending;
  const figure = (count: number | undefined) => {
    if (isPending) return undefined;
    return count === undefined ? <span className={styles.failed}>Error loading</span> : formatNumber(count);
  };
  return (
    <>
      <Failure query={stats} message="Failed to load user statistics" />
      <Failure query={people} message={words.failed} />
      <Tiles loading={isPending && words.loading}>
        <Tile label="Total Users" value={figure(stats.data?.stats.totalUsers)} to={paths.admin.users} />
        <Tile label="Employees" value={figure(stats.data?.stats.roleBreakdown.Employee)} />
        <Tile label="HR Users" value={figure(stats.data?.stats.roleBreakdown.HR)} />
        <Tile
          label={words.withoutManager}
          value={figure(people.data?.withoutManager)}
          note={words.withoutManagerNote}
          to={`${paths.admin.users}?manager=none&status=active`}
        />
        <Tile
          label={words.unlockRequests}
          value={figure(people.data?.unlockRequests)}
          note={words.unlockRequestsNote}
          to={paths.admin.directUnlock}
        />
        <Tile
          label={words.onLeaveToday}
          value={figure(people.data?.onLeaveToday)}
          to={paths.admin.leaveCalendar}
        />
      </Tiles>
    </>
  );
}

function Failure({ query, message }: { query: UseQueryResult; message: string }) {
  if (!query.isError) return null;
  return <ErrorPanel message={message} retry={query} />;
}
