/** Asks why a request is declined. The employee reads it in the notice and beside the day, so there has to be a reason. */
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { formatDay } from "../../domain/day";
import { fullName } from "../../domain/people";
import { mistakeInReason } from "../../domain/reason";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FormError } from "../../ui/form-message";
import { type Declined, type Declining, declineRequest, type Waiting } from "./api";
import { words } from "./messages";
import { ReasonField } from "./reason-field";
import styles from "./unlock.module.css";

const said = words.requests.decline;

export function DeclineDialog({ request, onClose }: { request: Waiting; onClose: () => void }) {
  const form = useForm<{ comment: string }, Declining, Declined>({
    initial: { comment: "" },
    write: declineRequest,
    check: ({ comment }) => {
      const mistake = mistakeInReason(comment);
      return mistake === null ? {} : { mistakes: { comment: mistake } };
    },
    variablesOf: ({ comment }) => ({ id: request._id, comment: comment.trim() }),
    refusalOf: (error, draft) => refusalOf(error, draft, messageOr(error, said.failed)),
    done: onClose,
  });
  return (
    <Dialog
      title={said.title}
      subtitle={
        <>
          <bdi>{fullName(request.employee)}</bdi>, {formatDay(request.requestedDate, "long")}
        </>
      }
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSending}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose} disabled={form.isSending}>
            {said.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={form.isSending}>
            {form.isSending ? said.busy : said.decline}
          </Button>
        </>
      }
    >
      <div ref={form.within} className={styles.asked}>
        <ReasonField {...form.field("comment")} label={said.reason} hint={said.hint} onSubmit={form.submit} />
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
