/** What became of a plan, where it stays to be read. */

import { formatInstant } from "../../domain/day";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { FormSuccess } from "../../ui/form-message";
import styles from "./import.module.css";
import { words } from "./messages";
import { outcomeText, type Plan } from "./model";
import { RefusedRows } from "./refused-rows";

type Props = {
  plan: Plan;
  /** Nothing of it is new. */
  isEmpty: boolean;
  onLeave: () => void;
};

export function Outcome({ plan, isEmpty, onLeave }: Props) {
  const { timezone } = useSession();
  const { state, applied, kind } = plan;
  if (!isEmpty && state !== "applied") return null;
  const at = applied?.at ? `, ${formatInstant(applied.at, timezone)}` : "";
  return (
    <div className={styles.outcome} data-outcome>
      {isEmpty && <p className={styles.said}>Everything in this file is there already.</p>}
      {state === "applied" && (
        <FormSuccess message={`${outcomeText(plan, words.of[kind])}${at}`} ref={null} />
      )}
      <div className="actions">
        <RefusedRows plan={plan} />
        <Button onClick={onLeave}>Import Another File</Button>
      </div>
    </div>
  );
}
