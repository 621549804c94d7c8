/** Asks why a request is declined. The employee reads it in the notice and beside the day, so there has to be a reason. */
import { useForm } from "../../api/use-form";
import { formatDay } from "../../domain/day";
import { fullName } from "../../domain/people";
import { mistakeInReason } from "../../domain/reason";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import { declineRequest, type Waiting } from "./api";
import { words } from "./messages";
import { ReasonField } from "./reason-field";

const said = words.requests.decline;

export function DeclineDialog({ request, onClose }: { request: Waiting; onClose: () => void }) {
  const form = useForm({
    initial: { comment: "" },
    write: declineRequest,
    check: ({ comment }) => refusalAt("comment", mistakeInReason(comment)),
    variablesOf: ({ comment }) => ({ id: request._id, comment: comment.trim() }),
    done: onClose,
  });
  return (
    <FormDialog
      title="Decline Request"
      subtitle={
        <>
          <bdi>{fullName(request.employee)}</bdi>, {formatDay(request.requestedDate, "long")}
        </>
      }
      form={form}
      send={said.decline}
      sending="Declining..."
      variant="danger"
      onClose={onClose}
    >
      <ReasonField
        {...form.field("comment")}
        label="Reason"
        hint="The employee will see this in a notice and next to the day."
        onSubmit={form.submit}
      />
    </FormDialog>
  );
}
