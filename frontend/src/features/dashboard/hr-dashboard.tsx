/** The start page of HR: how many people there are, how many come and go, and two links. */
import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Failure } from "../../api/query-state";
import { formatDay } from "../../domain/day";
import { formatNumber, formatPercent } from "../../domain/format";
import { paths } from "../../domain/paths";
import type { PeopleDashboard } from "../../domain/types";
import { useSession } from "../../session/current";
import { Page, PageHeader } from "../../ui/page";
import { Tile, Tiles } from "../../ui/tile";
import styles from "./dashboard.module.css";
import { words } from "./messages";
import { OpenPositions } from "./open-positions";
import { dashboardQueries } from "./reads";
import { SubstituteNote } from "./substitute-note";

export function HrDashboard() {
  const { today } = useSession();
  const query = useQuery(dashboardQueries.people());
  return (
    <Page>
      <PageHeader lead={<time dateTime={today}>{formatDay(today, "long")}</time>} />
      <SubstituteNote />
      <Failure query={query} failed={words.failed} />
      {(query.isPending || query.data) && <Figures dashboard={query.data} />}
      <div className={styles.cards}>
        {words.hr.cards.map(({ to, title, text }) => (
          <section key={to} className={styles.card}>
            <h2>
              <Link to={paths.hr[to]}>
                {title}
                <ArrowRight size={16} aria-hidden />
              </Link>
            </h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </Page>
  );
}

/** Undefined while it is awaited. */
function Figures({ dashboard }: { dashboard: PeopleDashboard | undefined }) {
  const turnover = dashboard?.turnoverRate;
  const isKnown = typeof turnover === "number";
  return (
    <Tiles loading={!dashboard && words.loading}>
      <Tile
        label="Total Employees"
        value={dashboard && formatNumber(dashboard.totalEmployees)}
        note="active accounts"
        to={paths.hr.employees}
      />
      <Tile
        label="New Hires"
        value={dashboard && formatNumber(dashboard.newHires)}
        note="joined in the last 30 days"
      />
      <Tile
        label="Turnover Rate"
        value={isKnown ? formatPercent(turnover) : dashboard && "–"}
        note={turnover === null ? "not shown for fewer than 5 people" : "over the last 12 months"}
      />
      <Tile
        label={words.openPositions.label}
        value={dashboard && <OpenPositions value={dashboard.openPositions} />}
      />
      <Tile
        label={words.withoutManager}
        value={dashboard && formatNumber(dashboard.withoutManager)}
        note={words.withoutManagerNote}
        to={`${paths.hr.employees}?manager=none&status=active`}
      />
      <Tile
        label={words.unlockRequests}
        value={dashboard && formatNumber(dashboard.unlockRequests)}
        note={words.unlockRequestsNote}
        to={paths.hr.directUnlock}
      />
      <Tile
        label={words.onLeaveToday}
        value={dashboard && formatNumber(dashboard.onLeaveToday)}
        to={paths.hr.leaveCalendar}
      />
    </Tiles>
  );
}
