/** Shown instead of every other page until a temporary password has been replaced. */
import { useState } from "react";
import { sentenceFor } from "../../api/error";
import { useSend } from "../../api/send";
import { checkNewPassword } from "../../domain/credentials";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/form-message";
import { PasswordField } from "../../ui/password-field";
import { useRefusal } from "../../ui/use-refusal";
import { setFirstPassword } from "./api";
import { AuthForm } from "./auth-form";
import { PasswordChecklist } from "./checklist";
import { duties } from "./duties";
import { words } from "./messages";

const text = words.firstLogin;

export function FirstLoginPage() {
  const [newPassword, setNewPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const { sentence, box, refuse, forgive } = useRefusal();
  const minimum = usePortal()?.passwordMinimum;
  const checks = checkNewPassword(newPassword, confirmPassword, minimum);

  const { send, isSending } = useSend(setFirstPassword, {
    refused: (error, _sent, isWaiting) => refuse({ sentence: sentenceFor(error, text) }, isWaiting),
  });

  const submit = () => {
    if (isSending || !checks.longEnough || !checks.match) return;
    forgive();
    send({ newPassword, confirmPassword });
  };

  return (
    <AuthForm
      title={duties.firstLogin}
      lead="You signed in with a temporary password. Choose your own before you continue."
      onSubmit={submit}
    >
      <FormError message={sentence} ref={box} />
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        value={newPassword}
        onChange={setNewPassword}
      />
      <PasswordField
        label="Confirm New Password"
        name="confirmPassword"
        autoComplete="new-password"
        value={confirmPassword}
        onChange={setConfirmPassword}
      />
      <PasswordChecklist checks={checks} minimum={minimum} />
      <Button type="submit" variant="primary" busy={isSending} disabled={!checks.longEnough || !checks.match}>
        {isSending ? "Setting password..." : "Set Password"}
      </Button>
    </AuthForm>
  );
}
