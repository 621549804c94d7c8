/** Stands in front of everything until a temporary password has been replaced. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSend } from "../../api/send";
import { checkNewPassword } from "../../domain/credentials";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/form";
import { PasswordField } from "../../ui/password-field";
import { sentenceFor, setFirstPassword } from "./api";
import { AuthForm } from "./auth-form";
import { PasswordChecklist } from "./checklist";
import { words } from "./messages";

const text = words.firstLogin;

export function FirstLoginPage() {
  const [newPassword, setNewPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLParagraphElement>(null);
  const minimum = usePortal()?.passwordMinimum;
  const checks = checkNewPassword(newPassword, confirmPassword, minimum);

  const { send, isSending } = useSend(setFirstPassword, {
    refused: (thrown, _sent, isWaiting) => {
      flushSync(() => setError(sentenceFor(thrown, text)));
      if (isWaiting) box.current?.focus();
      return true;
    },
  });

  const submit = () => {
    if (isSending || !checks.longEnough || !checks.match) return;
    setError(null);
    send({ newPassword, confirmPassword });
  };

  return (
    <AuthForm title={text.title} lead={text.lead} onSubmit={submit}>
      <FormError message={error} ref={box} />
      <PasswordField
        label={text.newPassword}
        name="newPassword"
        autoComplete="new-password"
        value={newPassword}
        onChange={setNewPassword}
      />
      <PasswordField
        label={text.confirmPassword}
        name="confirmPassword"
        autoComplete="new-password"
        value={confirmPassword}
        onChange={setConfirmPassword}
      />
      <PasswordChecklist checks={checks} minimum={minimum} />
      <Button type="submit" variant="primary" busy={isSending} disabled={!checks.longEnough || !checks.match}>
        {isSending ? text.busy : text.submit}
      </Button>
    </AuthForm>
  );
}
