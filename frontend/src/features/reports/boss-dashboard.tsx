/** The start page of the Boss: how attendance stands, what is missing, and what waits (oversight.md §5). */
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "../../domain/day";
import { formatNumber, formatPercent } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { useSession } from "../../session/current";
import { afterPaint } from "../../ui/after-paint";
import { Nothing } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { words } from "./messages";
import { bossDashboard } from "./reads";
import { AsOf } from "./report";

type Dashboard = Schemas["BossDashboard"];

const Charts = afterPaint(
  async () => (await import("./boss-charts")).BossCharts,
  (_: { dashboard: Dashboard }) => <Skeleton label={words.report.chartsLoading} lines={1} height="14rem" />,
);

/** The answer depends on the role; that of the Boss is recognised by its months. */
function asBoss(answer: object): Dashboard {
  if (!("attendanceByMonth" in answer)) throw new Error("This dashboard is not the Boss's");
  return answer as Dashboard;
}

export function BossDashboard() {
  const { today } = useSession();
  const query = useQuery({ ...bossDashboard(), select: asBoss });
  const { data } = query;
  return (
    <Page>
      <PageHeader lead={<time dateTime={today}>{formatDay(today, "long")}</time>} />
      {query.isError && <ErrorPanel message="Failed to load the dashboard" retry={query} />}
      {(query.isPending || data) && <Figures dashboard={data} />}
      {data && (
        <>
          <AsOf at={data.asOf} />
          <Charts dashboard={data} />
        </>
      )}
    </Page>
  );
}

/** Undefined while it is awaited. */
function Figures({ dashboard }: { dashboard: Dashboard | undefined }) {
  const figure = (value: number | null, format = formatNumber) =>
    value === null ? <Nothing /> : format(value);
  return (
    <Tiles loading={!dashboard && "Loading dashboard..."}>
      <Tile label="Employees" value={dashboard && figure(dashboard.employees)} />
      <Tile
        label="Attendance This Month"
        value={dashboard && figure(dashboard.attendanceRate, formatPercent)}
      />
      <Tile label="Entries Waiting" value={dashboard && figure(dashboard.waiting)} />
      <Tile label="Missing Days" value={dashboard && figure(dashboard.missingDays)} />
      <Tile label="Days to Decide" value={dashboard && figure(dashboard.daysToDecide)} />
      <Tile label="On Leave Today" value={dashboard && figure(dashboard.onLeaveToday)} />
    </Tiles>
  );
}
