/** That the month above whose days it stands is closed, with the revision that counts. */
import { formatDayOf } from "../domain/day";
import type { CalendarMonth } from "../domain/types";
import { Status } from "../ui/status";
import styles from "./month-standing.module.css";

/** Undefined while it is awaited. */
type Props = { standing: CalendarMonth | undefined; timezone: string };

export function MonthStanding({ standing, timezone }: Props) {
  return (
    // Its room is kept while nobody knows yet, so that the days do not move.
    <div className={styles.room}>
      {standing?.isClosed && standing.revision !== null && standing.closedAt !== null && (
        <p className={styles.standing}>
          <Status kind="closed" stamp />
          <span className="quiet small figures">
            {`Revision ${standing.revision}, closed on ${formatDayOf(standing.closedAt, timezone, "week")}`}
          </span>
        </p>
      )}
    </div>
  );
}
