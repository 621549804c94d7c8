/** The link of the e-mail leads here, to set a new password. It works once, and not for long: then the way leads to a new one. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useParams } from "react-router";
import { ApiError, messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { checkNewPassword } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { FormError, FormSuccess } from "../../ui/form-message";
import { PasswordField } from "../../ui/password-field";
import { resetPassword } from "./api";
import { AuthForm } from "./auth-form";
import { PasswordChecklist } from "./checklist";
import { words } from "./messages";
import { useLoginSoon } from "./use-login-soon";

const text = words.reset;

export function ResetPasswordPage() {
  const { token = "" } = useParams();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLParagraphElement>(null);
  useLoginSoon(done);

  const minimum = usePortal()?.passwordMinimum;
  const checks = checkNewPassword(password, confirmation, minimum);
  const isReady = checks.longEnough && checks.match;
  const tooShort = minimum === undefined ? text.empty : text.tooShort(minimum);
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setAsked(false);
    setRefused(null);
  };

  const { send, isSending } = useSend(resetPassword, {
    done: (_answer, _sent, isWaiting) => {
      flushSync(() => {
        setPassword("");
        setConfirmation("");
        setDone(true);
      });
      if (isWaiting) box.current?.focus();
      return true;
    },
    refused: (thrown, _sent, isWaiting) => {
      const ofField = thrown instanceof ApiError ? thrown.errors.password : undefined;
      flushSync(() =>
        ofField === undefined ? setError(messageOr(thrown, text.failed)) : setRefused(ofField),
      );
      if (isWaiting) (ofField === undefined ? box : first).current?.focus();
      return true;
    },
  });

  const submit = () => {
    if (isSending || !isReady) return;
    setError(null);
    send({ token, password });
  };

  // The button is disabled until both conditions are met, so Enter would do nothing: it says what is missing instead.
  const ask = () => {
    if (isReady) return;
    flushSync(() => setAsked(true));
    (checks.longEnough ? second : first).current?.focus();
  };

  return (
    <AuthForm
      title={text.title}
      lead={done ? undefined : text.lead}
      onSubmit={submit}
      foot={
        <>
          <Link to={paths.login}>{text.back}</Link>
          {!done && <Link to={paths.forgotPassword}>{text.newLink}</Link>}
        </>
      }
    >
      <FormError message={error} ref={box} />
      {done ? (
        <FormSuccess message={text.done} ref={box} />
      ) : (
        <>
          <PasswordField
            ref={first}
            label={text.newPassword}
            name="newPassword"
            autoComplete="new-password"
            value={password}
            onChange={edit(setPassword)}
            onEnter={ask}
            error={asked && !checks.longEnough ? tooShort : refused}
          />
          <PasswordField
            ref={second}
            label={text.confirmPassword}
            name="confirmPassword"
            autoComplete="new-password"
            value={confirmation}
            onChange={edit(setConfirmation)}
            onEnter={ask}
            error={asked && !checks.match && checks.longEnough ? text.mismatch : null}
          />
          <PasswordChecklist checks={checks} minimum={minimum} />
          <Button type="submit" variant="primary" busy={isSending} disabled={!isReady}>
            {isSending ? text.busy : text.submit}
          </Button>
        </>
      )}
    </AuthForm>
  );
}
