/** Asks before a substitution ends, and says what that means. */
import { ConfirmDialog } from "../api/confirm-dialog";
import { fullName } from "../domain/people";
import { endSubstitution, pairOf, type Substitution } from "./api";
import { spanOf } from "./model";
import styles from "./substitutes.module.css";

type Props = { substitution: Substitution; onClose: () => void; onEnded: () => void };

export function EndDialog({ substitution, onClose, onEnded }: Props) {
  const { status, substitute, manager } = substitution;
  return (
    <ConfirmDialog
      title="Are you sure you want to end this substitution?"
      write={endSubstitution}
      of={substitution}
      action="End Substitution"
      busy="Ending..."
      onClose={onClose}
      onDone={onEnded}
    >
      <div className={styles.asked}>
        <p className="name" dir="auto">
          {pairOf(substitution)}
        </p>
        <p>{spanOf(substitution)}</p>
      </div>
      <p className="quiet small">
        {status === "planned"
          ? "It will not begin."
          : `${fullName(substitute)} will immediately lose the right to decide for ${fullName(manager)}'s team.`}
      </p>
    </ConfirmDialog>
  );
}
