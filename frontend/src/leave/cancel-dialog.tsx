/** Gives up leave, or the rest of it. What has begun is asked for; what goes wrong is said beside what was typed, which stays. */
import { useId } from "react";
import { useForm } from "../api/use-form";
import { REASON_MAX, reasonLength } from "../domain/reason";
import { useSession } from "../session/current";
import { TextArea, TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { type Cancelled, type Cancelling, cancelLeave } from "./api";
import styles from "./leave.module.css";
import { words } from "./messages";
import { isAsked, type LeaveRequest, lastDaysOf, periodText } from "./model";

const said = words.cancel;

type Props = {
  request: LeaveRequest;
  /** Whether it is the reader's own. A decider has to say why. */
  isOwn: boolean;
  onClose: () => void;
};

type Draft = { readonly isRest: boolean; readonly lastDay: string; readonly comment: string };

export function CancelDialog({ request, isOwn, onClose }: Props) {
  const { today } = useSession();
  const lastDays = lastDaysOf(request);
  const form = useForm<Draft, Cancelling, Cancelled>({
    initial: { isRest: false, lastDay: usualLastDay(lastDays, today), comment: "" },
    write: cancelLeave,
    check: ({ isRest, lastDay }) =>
      isRest && lastDay === "" ? { mistakes: { lastDay: "Please choose the last day." } } : {},
    variablesOf: ({ isRest, lastDay, comment }) => ({
      id: request._id,
      expected: request.updatedAt,
      ...(isRest && { lastDay }),
      ...(comment.trim() !== "" && { comment: comment.trim() }),
    }),
    done: (): void => onClose(),
  });
  const { draft, isSending } = form;
  const willAsk = isAsked(request, draft.isRest ? draft.lastDay : null, today);
  const length = reasonLength(draft.comment);
  return (
    <FormDialog
      title="Cancel leave"
      subtitle={
        <>
          <bdi>{request.leaveType.name}</bdi>, {periodText(request)}
        </>
      }
      form={form}
      cancel={said.close}
      send={willAsk ? "Ask to Cancel" : "Cancel Leave"}
      sending="Sending..."
      variant="danger"
      onClose={onClose}
    >
      {lastDays && (
        <fieldset className={styles.choice} disabled={isSending}>
          <legend className="visually-hidden">What to cancel</legend>
          <Choice
            isChosen={!draft.isRest}
            label="The whole leave"
            onChoose={() => form.edit("isRest", false)}
          />
          <Choice
            isChosen={draft.isRest}
            label="Only the days after"
            onChoose={() => form.edit("isRest", true)}
          />
          {draft.isRest && (
            <TextField
              {...form.field("lastDay")}
              label="Last day of the leave"
              type="date"
              aria-required
              min={lastDays.earliest}
              max={lastDays.latest}
              fieldClassName={styles.lastDay}
            />
          )}
        </fieldset>
      )}
      <TextArea
        {...form.field("comment")}
        label="Comment"
        rows={3}
        aria-required={!isOwn || undefined}
        aside={length > 0 && `${length} / ${REASON_MAX}`}
      />
      {willAsk && <p role="status">Your leave has already started, so your manager decides.</p>}
    </FormDialog>
  );
}

/** Today, as near as it can be: somebody comes back early. */
function usualLastDay(days: ReturnType<typeof lastDaysOf>, today: string): string {
  if (days === null) return "";
  if (today < days.earliest) return days.earliest;
  return today > days.latest ? days.latest : today;
}

type ChoiceProps = { isChosen: boolean; label: string; onChoose: () => void };

function Choice({ isChosen, label, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <p className={styles.option}>
      <input id={id} type="radio" name="what" checked={isChosen} onChange={onChoose} />
      <label htmlFor={id}>{label}</label>
    </p>
  );
}
