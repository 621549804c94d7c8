/** Stands in front of everything until a temporary password has been replaced. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, messageOr } from "../../api/error";
import { checkNewPassword } from "../../domain/credentials";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/form";
import { PasswordField } from "../../ui/password-field";
import { useSetFirstPassword } from "./api";
import { AuthForm } from "./auth-form";
import { PasswordChecklist } from "./checklist";
import { words } from "./messages";

const text = words.firstLogin;

function sentenceFor(error: unknown): string {
  if (!(error instanceof ApiError)) return text.broken;
  if (error.kind === "network") return text.network;
  if (error.kind === "parse") return text.broken;
  return messageOr(error, text.failed);
}

export function FirstLoginPage() {
  const change = useSetFirstPassword();
  const [newPassword, setNewPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLParagraphElement>(null);
  const minimum = usePortal()?.passwordMinimum;
  const checks = checkNewPassword(newPassword, confirmPassword, minimum);

  const submit = async () => {
    if (change.isPending || !checks.longEnough || !checks.match) return;
    setError(null);
    try {
      await change.mutateAsync({ newPassword, confirmPassword });
    } catch (thrown) {
      flushSync(() => setError(sentenceFor(thrown)));
      box.current?.focus();
    }
  };

  return (
    <AuthForm title={text.title} lead={text.lead} onSubmit={() => void submit()}>
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
      <Button
        type="submit"
        variant="primary"
        busy={change.isPending}
        disabled={!checks.longEnough || !checks.match}
      >
        {change.isPending ? text.busy : text.submit}
      </Button>
    </AuthForm>
  );
}
