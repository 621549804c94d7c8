/** How far an import is. The page may be left meanwhile: its end is told wherever one is. */
import { useId } from "react";
import { formatNumber } from "../../domain/format";
import styles from "./import.module.css";
import { dueIn, type Plan } from "./model";

export function Progress({ plan }: { plan: Plan }) {
  const id = useId();
  const total = dueIn(plan);
  const done = Math.min(plan.applied?.rows ?? 0, total);
  return (
    <div className={styles.progress}>
      <p id={id}>
        Importing, <span className="figures">{`${formatNumber(done)} of ${formatNumber(total)}`}</span>
      </p>
      <progress aria-labelledby={id} max={total} value={done} />
      <p className="quiet small">You may leave this page. A message will tell you when it is done.</p>
    </div>
  );
}
