/** What comes next, whatever year is looked at. */
import clsx from "clsx";
import { formatDay } from "../../domain/day";
import type { Holiday } from "../../domain/types";
import { Section } from "../../ui/page";
import styles from "./holidays.module.css";
import { words } from "./messages";
import { daysUntil, keyOf } from "./model";

const said = words.upcoming;
const SHOWN = 6;

type Props = { holidays: readonly Holiday[]; loading: boolean; today: string };

export function Upcoming({ holidays, loading, today }: Props) {
  const more = holidays.length - SHOWN;
  return (
    <Section title={said.title} className={styles.upcoming}>
      {!loading && holidays.length === 0 && <p className="quiet small">{said.none}</p>}
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
              <time className="quiet small" dateTime={holiday.date}>
                {formatDay(holiday.date, "medium")}
              </time>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="quiet small">{said.more(more)}</p>}
    </Section>
  );
}

function away(days: number): string {
  if (days <= 0) return said.today;
  return days === 1 ? said.tomorrow : said.inDays(days);
}
