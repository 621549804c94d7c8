/** Asks for the reason of a rejection. The employee reads it beside the day, so there has to be one. */
import { useState } from "react";
import { formatWeek } from "../../domain/day";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/field";
import { words } from "./messages";
import type { WeekCard } from "./model";

const LONGEST = 500;

type Props = { week: WeekCard; onReject: (reason: string) => void; onClose: () => void };

export function RejectDialog({ week, onReject, onClose }: Props) {
  const [reason, setReason] = useState("");
  const length = [...reason.trim()].length;
  const canReject = length > 0 && length <= LONGEST;
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
        aside={`${length} / ${LONGEST}`}
        error={length > LONGEST ? words.rejection.tooLong(LONGEST) : null}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
