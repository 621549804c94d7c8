/** Asks for the reason of a rejection. The employee reads it beside the day, so there has to be one. */
import { useState } from "react";
import { formatWeek } from "../../domain/day";
import { mistakeInReason, REASON_MAX, REASON_TOO_LONG, reasonLength } from "../../domain/reason";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/field";
import { words } from "./messages";
import type { WeekCard } from "./model";

type Props = { week: WeekCard; onReject: (reason: string) => void; onClose: () => void };

export function RejectDialog({ week, onReject, onClose }: Props) {
  const [reason, setReason] = useState("");
  const length = reasonLength(reason);
  const canReject = mistakeInReason(reason) === null;
  return (
    <Dialog
      title={words.rejection.title}
      subtitle={`${week.name}, ${formatWeek(week.weekStart)}`}
      dirty={reason.trim() !== ""}
      onClose={onClose}
      onSubmit={() => canReject && onReject(reason.trim())}
      actions={
        <>
          <Button onClick={onClose}>{words.rejection.cancel}</Button>
          <Button type="submit" variant="danger" disabled={!canReject}>
            {words.rejection.reject}
          </Button>
        </>
      }
    >
      <TextArea
        label={words.rejection.reason}
        hint={words.rejection.hint(week.name)}
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
