/** Asks before a write, says what it means, and stays with a sentence where it is refused. */
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FormError } from "../ui/form-message";
import { useRefusal } from "../ui/use-refusal";
import { refusalSentence, useSend, type Write } from "./send";

type Props<Variables, Answer> = {
  title: string;
  write: Write<Variables, Answer>;
  of: Variables;
  /** What the button does, and says while it is done. */
  action: string;
  busy: string;
  variant?: "primary" | "danger";
  onClose: () => void;
  onDone: (answer: Answer) => void;
  children: ReactNode;
};

export function ConfirmDialog<Variables, Answer>(props: Props<Variables, Answer>) {
  const { title, write, of, action, busy, variant = "danger", onClose, onDone, children } = props;
  const { sentence, box, refuse, forgive } = useRefusal();
  const { send, isSending } = useSend(write, {
    done: (answer) => onDone(answer),
    refused: (error) => refuse({ sentence: refusalSentence(write, error, of) }),
  });
  const confirm = () => {
    forgive();
    send(of);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={isSending}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button variant={variant} busy={isSending} onClick={confirm}>
            {isSending ? busy : action}
          </Button>
        </>
      }
    >
      {children}
      <FormError message={sentence} ref={box} />
    </Dialog>
  );
}
