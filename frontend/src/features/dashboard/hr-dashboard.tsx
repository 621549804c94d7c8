/** The start page of HR: how many people there are, how many come and go, and two links. */

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { messageOr } from "../../api/error";
import { formatDay } from "../../domain/day";
import { formatNumber, formatTenths } from "../../domain/format";
import { paths } from "../../domain/paths";
import type { PeopleDashboard } from "../../domain/types";
import { useSession } from "../../session/current";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import styles from "./dashboard.module.css";
import { words } from "./messages";
import { OpenPositions } from "./open-positions";
import { dashboardQueries } from "./reads";

export function HrDashboard() {
  const { today } = useSession();
  const query = useQuery(dashboardQueries.people());
  return (
    <Page>
      <PageHeader lead={<time dateTime={today}>{formatDay(today, "long")}</time>} />
      {query.isPending && <Skeleton label={words.loading} lines={1} height="6rem" />}
      {query.isError && <ErrorPanel message={messageOr(query.error, words.failed)} retry={query} />}
      {query.data && <Figures dashboard={query.data} />}
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

function Figures({ dashboard }: { dashboard: PeopleDashboard }) {
  const { totalEmployees, newHires, turnoverRate, openPositions, withoutManager } = dashboard;
  return (
    <Tiles>
      <Tile
        label={words.hr.totalEmployees}
        value={formatNumber(totalEmployees)}
        note={words.hr.totalNote}
        to={paths.hr.employees}
      />
      <Tile label={words.hr.newHires} value={formatNumber(newHires)} note={words.hr.newHiresNote} />
      <Tile
        label={words.hr.turnover}
        value={turnoverRate === null ? words.unknown : formatTenths(turnoverRate)}
        {...(turnoverRate === null ? {} : { unit: "%" })}
        note={turnoverRate === null ? words.hr.turnoverUnknown : words.hr.turnoverNote}
      />
      <Tile label={words.openPositions.label} value={<OpenPositions value={openPositions} />} />
      <Tile
        label={words.withoutManager}
        value={formatNumber(withoutManager)}
        note={words.withoutManagerNote}
        to={`${paths.hr.employees}?manager=none&status=active`}
      />
    </Tiles>
  );
}
