/** One month: what is open in it, or what was handed over of it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { QueryState } from "../../api/query-state";
import type { Schemas } from "../../domain/types";
import { useSession } from "../../session/current";
import { afterPaint } from "../../ui/after-paint";
import { Section } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Status } from "../../ui/status";
import { words } from "./messages";
import { badgeOf, monthName } from "./model";
import styles from "./months.module.css";
import { OpenMonth } from "./open-month";
import { monthOf, yearIn } from "./reads";
import { Revisions } from "./revisions";
import { useHeadingOfView } from "./use-heading-of-view";

type Page = Schemas["MonthPage"];

const toCome = () => <Skeleton label={words.loading} lines={6} />;
const ClosedMonth = afterPaint(async () => (await import("./closed-month")).ClosedMonth, toCome);
const Differences = afterPaint(async () => (await import("./differences")).Differences, toCome);

/** How often a month is looked at whose close runs, in milliseconds: nobody tells of a close that ended with its instance. */
const WHILE_CLOSING = 2_000;

type Props = {
  month: string;
  /** Two of its revisions, where what differs between them is asked for. */
  compared: { from: number; to: number } | null;
};

export function MonthView({ month, compared }: Props) {
  const query = useMonth(month);
  const { data } = query;
  const isClosed = data?.month.state === "closed";
  const place = useHeadingOfView(data ? data.month.state : null);
  const title = monthName(month);
  return (
    <div ref={place} className={styles.view}>
      <Section
        title={compared ? `${title}: Revision ${compared.from} and ${compared.to}` : title}
        aside={
          <span className={styles.standing}>
            {data && <Status {...badgeOf(data.month)} />}
            {compared && <Link to={`?month=${month}`}>{title}</Link>}
            <AllMonthsLink month={month} />
          </span>
        }
      >
        <QueryState query={query} loading={words.loading} failed={words.failed} lines={6} />
        {data && compared && <Differences month={month} {...compared} revisions={data.revisions} />}
        {data && !compared && (isClosed ? <ClosedMonth month={data.month} /> : <Open {...data} />)}
      </Section>
      {data && !compared && data.revisions.length > 0 && (
        <Revisions month={month} revisions={data.revisions} />
      )}
    </div>
  );
}

function Open({ month, readiness }: Page) {
  return readiness && <OpenMonth month={month} readiness={readiness} />;
}

/** The month; a closed one does not change with days, leave and people. */
function useMonth(month: string) {
  const known = useQueryClient().getQueryData(monthOf(month).queryKey);
  return useQuery({
    ...monthOf(month, known?.month.state === "closed"),
    refetchInterval: ({ state }) => state.data?.month.state === "closing" && WHILE_CLOSING,
  });
}

/** Back to the months of its year. */
function AllMonthsLink({ month }: { month: string }) {
  const { today } = useSession();
  const year = yearIn(month.slice(0, 4), today);
  return <Link to={year === yearIn(null, today) ? "." : `?year=${year}`}>{words.allMonths}</Link>;
}
