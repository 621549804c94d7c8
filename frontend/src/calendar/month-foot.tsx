/** The sum under a month: the hours recorded, and how many entries have which status. */
import clsx from "clsx";
import type { CalendarDay } from "../domain/types";
import { Status } from "../ui/status";
import { monthSummary } from "./days";
import styles from "./month-foot.module.css";

export function MonthFoot({ days }: { days: readonly CalendarDay[] }) {
  const { hours, counts } = monthSummary(days);
  return (
    <div className={styles.foot}>
      <ul className={styles.counts}>
        {counts.map(({ kind, count }) => (
          <li key={kind}>
            <span className="figures">{count}</span> <Status kind={kind} />
          </li>
        ))}
      </ul>
      {days.length > 0 && (
        <p className={clsx("quiet small figures", styles.sum)}>
          <span>Recorded this month</span> <strong className="sum">{hours}</strong>
        </p>
      )}
    </div>
  );
}
