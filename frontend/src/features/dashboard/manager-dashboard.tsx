/** The manager's start: how the team stands today, and the weeks that wait, oldest first. */
import { useQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { Link } from "react-router";
import { QueryState } from "../../api/query-state";
import { formatDay, formatWeek } from "../../domain/day";
import { formatHours } from "../../domain/format";
import { paths } from "../../domain/paths";
import { fullName } from "../../domain/people";
import type { ManagerDashboard as Dashboard } from "../../domain/types";
import { NoEmployees } from "../../people/nobody-yet";
import { useSession } from "../../session/current";
import { ForManager } from "../../substitutes/teams";
import { afterPaint } from "../../ui/after-paint";
import { buttonClass } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Page, PageHeader, Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { Tile, Tiles } from "../../ui/tile";
import styles from "./dashboard.module.css";
import { words } from "./messages";
import { dashboardQueries } from "./reads";

const WaitingChart = afterPaint(
  async () => (await import("./waiting-chart")).WaitingChart,
  () => <Skeleton label="Loading waiting weeks..." lines={1} height="14rem" />,
);

const WAITING = `${paths.manager.teamTimesheets}?range=waiting`;

export function ManagerDashboard() {
  const { user, today } = useSession();
  const query = useQuery(dashboardQueries.manager());
  return (
    <Page>
      <PageHeader
        title={words.welcome(fullName(user))}
        lead={<time dateTime={today}>{formatDay(today, "long")}</time>}
        actions={
          <Link className={buttonClass("primary")} to={WAITING}>
            {words.manager.review}
          </Link>
        }
      />
      <QueryState query={query} loading={words.loading} failed={words.failed} height="6rem" />
      {query.data && <Figures dashboard={query.data} />}
    </Page>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { teamMembers, entriesToApprove, resubmissions, absentToday, unlockRequests, olderWaiting, weeks } =
    dashboard;
  const { leaveToDecide, onLeaveToday } = dashboard;
  return (
    <>
      <Tiles>
        <Tile label="Team Members" value={teamMembers} />
        <Tile label="Entries to Approve" value={entriesToApprove} to={WAITING} />
        <Tile label="Resubmissions" value={resubmissions} to={paths.manager.resubmissions} />
        <Tile
          label={words.unlockRequests}
          value={unlockRequests}
          note={words.unlockRequestsNote}
          to={paths.area("Manager").directUnlock}
        />
        <Tile label="Absent Today" value={absentToday} note="no entry yet on a working day" />
        <Tile label="Leave to Decide" value={leaveToDecide} to={paths.manager.leaveApprovals} />
        <Tile label={words.onLeaveToday} value={onLeaveToday} to={paths.manager.leaveCalendar} />
      </Tiles>
      <Section
        title="Weeks Waiting for Approval"
        aside={olderWaiting > 0 && <Link to={WAITING}>{words.manager.older(olderWaiting)}</Link>}
      >
        {weeks.length === 0 ? (
          <Empty
            icon={<CheckCheck size={24} aria-hidden />}
            title={
              olderWaiting > 0 ? "Nothing from this month is waiting" : "Nothing is waiting for approval"
            }
          >
            {teamMembers === 0 ? (
              <NoEmployees />
            ) : (
              olderWaiting === 0 && <p>When your team submits a day, its week will appear here.</p>
            )}
          </Empty>
        ) : (
          <ul className="ruled">
            {weeks.map((week) => (
              <li key={`${week.userId} ${week.weekStart}`}>
                <Link className={styles.weekRow} to={`${WAITING}&employee=${week.userId}`}>
                  <span>
                    <bdi className="name">{week.name}</bdi>
                    <ForManager manager={week.forManager} />
                  </span>
                  <span className="quiet">{formatWeek(week.weekStart)}</span>
                  <Status kind={week.status} />
                  <span className="amount">{formatHours(week.totalHours)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {weeks.length > 0 && <WaitingChart weeks={weeks} />}
    </>
  );
}
