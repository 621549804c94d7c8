/**
 * The link of the e-mail leads here, to set a new password, or the first one of somebody who was invited. It works once, and not for
 * long: then the way leads to a new one.
 */
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useParams, useSearchParams } from "react-router";
import { useForm } from "../../api/use-form";
import { checkNewPassword } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { usePortal } from "../../session/portal";
import { Button } from "../../ui/button";
import { FormError, FormSuccess } from "../../ui/form-message";
import { PasswordField } from "../../ui/password-field";
import { AuthForm } from "./auth-form";
import { PasswordChecklist } from "./checklist";
import { resetPassword, setInvitedPassword } from "./reset-api";
import { words } from "./reset-messages";
import { useLoginSoon } from "./use-login-soon";

const EMPTY = { password: "", confirmation: "" };

export function ResetPasswordPage() {
  const { token = "" } = useParams();
  const isInvited = useSearchParams()[0].has("welcome");
  const text = isInvited ? words.welcome : words.reset;
  const [done, setDone] = useState(false);
  useLoginSoon(done);
  const portal = usePortal();
  const minimum = portal?.passwordMinimum;

  const form = useForm({
    initial: EMPTY,
    write: isInvited ? setInvitedPassword : resetPassword,
    check: ({ password, confirmation }) => {
      const { longEnough, match } = checkNewPassword(password, confirmation, minimum);
      if (!longEnough)
        return {
          mistakes: {
            password:
              minimum === undefined
                ? "Please choose a password"
                : `Password must be at least ${minimum} characters long`,
          },
        };
      return match ? {} : { mistakes: { confirmation: "Passwords do not match" } };
    },
    variablesOf: ({ password }) => ({ token, password }),
    done: (_answer, isWaiting) => {
      flushSync(() => {
        form.reset(EMPTY);
        setDone(true);
      });
      if (isWaiting) form.box.current?.focus();
      return true;
    },
  });
  const { draft, mistakes, isSending } = form;
  const checks = checkNewPassword(draft.password, draft.confirmation, minimum);
  const isReady = checks.longEnough && checks.match;
  const field = (name: keyof typeof draft, label: string) =>
    ({
      name: name === "password" ? "newPassword" : "confirmPassword",
      label,
      value: draft[name],
      error: mistakes[name],
      autoComplete: "new-password",
      // What is said of one may no longer be true of the other.
      onChange: (value: string) => {
        form.edit(name, value);
        form.forgive();
      },
      // The button is disabled until both conditions are met, so Enter would do nothing: it says what is missing instead.
      onEnter: () => !isReady && form.submit(),
    }) as const;

  return (
    <AuthForm
      title={isInvited ? welcome(portal?.organisation) : text.send}
      lead={done || isInvited ? undefined : "Choose a new password. You will be signed out on all devices."}
      before={isInvited && !done && <h2>{text.send}</h2>}
      onSubmit={() => isReady && form.submit()}
      foot={
        <>
          <Link to={paths.login}>Back to Login</Link>
          {!done && <Link to={paths.forgotPassword}>Ask for a new link</Link>}
        </>
      }
    >
      <FormError message={form.sentence} ref={form.box} />
      {done ? (
        <FormSuccess message={text.done} ref={form.box} />
      ) : (
        <>
          <PasswordField {...field("password", "New Password")} ref={form.within} />
          <PasswordField {...field("confirmation", "Confirm New Password")} />
          <PasswordChecklist checks={checks} minimum={minimum} />
          <Button type="submit" variant="primary" busy={isSending} disabled={!isReady}>
            {isSending ? text.sending : text.send}
          </Button>
        </>
      )}
    </AuthForm>
  );
}

/** Without the name until the server has said it, rather than with one that gives way to another. */
const welcome = (organisation: string | undefined) =>
  organisation === undefined ? "Welcome" : `Welcome to ${organisation}`;
