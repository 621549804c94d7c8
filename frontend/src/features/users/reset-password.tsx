/** Gives somebody who cannot sign in a temporary password, for a reason, and shows it once. */
import { useState } from "react";
import { api } from "../../api/client";
import type { Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { useForm } from "../../api/use-form";
import { fullName } from "../../domain/people";
import { mistakeInReason, REASON_MAX, reasonLength } from "../../domain/reason";
import type { Schemas } from "../../domain/types";
import { Credential } from "../../people/credential";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/form-dialog";
import { refusalAt } from "../../ui/use-refusal";
import type { Account } from "./api";

type Variables = { id: string; reason: string; mail: boolean };

const resetPassword: Write<Variables, Schemas["TemporaryPassword"]> = {
  name: "reset password for",
  call: ({ id, ...body }) =>
    unwrap(api.POST("/api/users/{id}/reset-password", { params: { path: { id } }, body })),
  topics: ["users"],
  // The answer holds a password: only the dialog that shows it keeps it.
  isSecret: true,
  failed: "Failed to reset the password. Please try again.",
};

export function ResetPassword({ user, onClose }: { user: Account; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  const form = useForm({
    initial: { reason: "", mail: false },
    write: resetPassword,
    check: ({ reason }) => refusalAt("reason", mistakeInReason(reason)),
    variablesOf: ({ reason, mail }) => ({ id: user._id, reason: reason.trim(), mail }),
    done: ({ temporaryPassword }) => setPassword(temporaryPassword),
  });
  const { reason, mail } = form.draft;
  const subtitle = (
    <>
      <bdi>{fullName(user)}</bdi>, {user.employeeId}
    </>
  );
  if (password !== null)
    return (
      <Dialog
        title="Temporary Password"
        subtitle={subtitle}
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <dl>
          <Credential label="Password" copyLabel="Copy password" value={password} />
        </dl>
        <p>
          The password is shown only this once, and has to be changed at the next sign-in.
          {mail && ` We have also emailed it to ${user.email}.`}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title="Reset Password"
      subtitle={subtitle}
      form={form}
      send="Reset Password"
      sending="Resetting..."
      variant="danger"
      onClose={onClose}
    >
      <p>
        This person will be signed out at once, and needs the temporary password that you will see next. We
        will tell them by email.
      </p>
      <TextArea
        {...form.field("reason")}
        label="Reason"
        hint="It is kept in the audit log."
        required
        rows={3}
        aside={`${reasonLength(reason)} / ${REASON_MAX}`}
      />
      <Checkbox {...form.tick("mail")} label="Send the temporary password by email" />
    </FormDialog>
  );
}
