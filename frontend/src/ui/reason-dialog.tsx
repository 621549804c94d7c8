/** Asks for the reason of a decision. The person whom it concerns reads it, so there has to be one. */
import { type ReactNode, useState } from "react";
import { mistakeInReason, REASON_MAX, REASON_TOO_LONG, reasonLength } from "../domain/reason";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { TextArea } from "./field";

type Props = {
  title: string;
  subtitle: ReactNode;
  /** Who reads it, and where. */
  hint: string;
  /** What the button does. */
  action: string;
  variant?: "primary" | "danger";
  onDecide: (reason: string) => void;
  onClose: () => void;
};

export function ReasonDialog({
  title,
  subtitle,
  hint,
  action,
  variant = "danger",
  onDecide,
  onClose,
}: Props) {
  const [reason, setReason] = useState("");
  const length = reasonLength(reason);
  const canDecide = mistakeInReason(reason) === null;
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      dirty={reason.trim() !== ""}
      onClose={onClose}
      onSubmit={() => canDecide && onDecide(reason.trim())}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={variant} disabled={!canDecide}>
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        hint={hint}
        value={reason}
        required
        rows={5}
        aside={`${length} / ${REASON_MAX}`}
        error={length > REASON_MAX ? REASON_TOO_LONG : null}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
