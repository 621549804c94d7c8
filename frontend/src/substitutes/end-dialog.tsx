/** Asks before a substitution ends, and says what that means. */
import { messageOr } from "../api/error";
import { useSend } from "../api/send";
import { fullName } from "../domain/people";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FormError } from "../ui/form-message";
import { useRefusal } from "../ui/use-refusal";
import { endSubstitution, pairOf, type Substitution } from "./api";
import { words } from "./messages";
import { spanOf } from "./model";
import styles from "./substitutes.module.css";

type Props = { substitution: Substitution; onClose: () => void; onEnded: () => void };

export function EndDialog({ substitution, onClose, onEnded }: Props) {
  const { sentence, box, refuse, forgive } = useRefusal();
  const { send, isSending } = useSend(endSubstitution, {
    done: onEnded,
    refused: (error) => refuse({ sentence: messageOr(error, words.endFailed) }),
  });

  const confirm = () => {
    if (isSending) return;
    forgive();
    send(substitution);
  };

  const { status, substitute, manager } = substitution;
  return (
    <Dialog
      title="Are you sure you want to end this substitution?"
      onClose={onClose}
      busy={isSending}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button variant="danger" busy={isSending} onClick={confirm}>
            {isSending ? "Ending..." : "End Substitution"}
          </Button>
        </>
      }
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
      <FormError message={sentence} ref={box} />
    </Dialog>
  );
}
