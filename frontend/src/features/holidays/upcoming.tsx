/** What comes next, whatever year is looked at. */
import type { UseQueryResult } from "@tanstack/react-query";
import clsx from "clsx";
import { Failure } from "../../api/query-state";
import type { Holiday } from "../../domain/types";
import { Day } from "../../ui/columns";
import { Section } from "../../ui/page";
import styles from "./holidays.module.css";
import { words } from "./messages";
import { daysUntil, keyOf } from "./model";

const SHOWN = 6;

type Props = { query: UseQueryResult<{ holidays: readonly Holiday[] }>; today: string };

export function Upcoming({ query, today }: Props) {
  const holidays = query.data?.holidays ?? [];
  const more = holidays.length - SHOWN;
  return (
    <Section title="Upcoming" className={styles.upcoming}>
      <Failure query={query} failed={words.failed} />
      {query.data && holidays.length === 0 && (
        <>
          <p className="quiet small">No upcoming holidays</p>
          <p className="quiet small">Those of the next twelve months will appear here.</p>
        </>
      )}
      {holidays.length > 0 && (
        <ol className={clsx("ruled", styles.soon)}>
          {holidays.slice(0, SHOWN).map((holiday) => (
            <li key={keyOf(holiday)}>
              <span className="name" dir="auto">
                {holiday.name}
              </span>
              <span className={clsx("quiet small figures", styles.away)}>
                {away(daysUntil(holiday.date, today))}
              </span>
              <Day className="quiet small" date={holiday.date} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="quiet small">{`and ${more} more in the next twelve months`}</p>}
    </Section>
  );
}

function away(days: number): string {
  if (days <= 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
