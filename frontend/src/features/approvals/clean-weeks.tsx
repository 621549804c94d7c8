/** The weeks shown that can be approved unseen, and why the others need a look. */
import { Button } from "../../ui/button";
import styles from "./approvals.module.css";
import { words } from "./messages";
import { isClean, remarkCounts, type WeekCard, waits } from "./model";

type Props = {
  weeks: readonly WeekCard[];
  busy: boolean;
  onApprove: (clean: readonly WeekCard[]) => void;
};

export function CleanWeeks({ weeks, busy, onApprove }: Props) {
  const waiting = weeks.filter(waits);
  const clean = waiting.filter(isClean);
  if (waiting.length === 0) return null;
  const remaining = waiting.length - clean.length;
  return (
    <section className={styles.clean} aria-label="Weeks without remarks" data-print="hide">
      <Button disabled={busy || clean.length === 0} onClick={() => onApprove(clean)}>
        Approve clean weeks
      </Button>
      <p>
        {words.clean.count(clean.length, waiting.length)}{" "}
        {remaining > 0 && words.clean.remain(remaining, [...remarkCounts(waiting)])}
      </p>
    </section>
  );
}
