/** Asks for a link that lets a person set a new password. The answer is the same whether the address is known or not. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useForm } from "../../api/use-form";
import { looksLikeEmail } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormError, FormSuccess } from "../../ui/form-message";
import { AuthForm } from "./auth-form";
import { askForReset } from "./reset-api";
import { words } from "./reset-messages";
import { useLoginSoon } from "./use-login-soon";

const text = words.forgot;

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  useLoginSoon(sent);

  const form = useForm({
    initial: { email: "" },
    write: askForReset,
    check: ({ email }) => {
      if (email.trim() === "") return { mistakes: { email: "Email is required" } };
      return looksLikeEmail(email.trim())
        ? {}
        : { mistakes: { email: "Please enter a valid email address" } };
    },
    variablesOf: ({ email }) => email.trim(),
    done: (_answer, isWaiting) => {
      flushSync(() => setSent(true));
      if (isWaiting) form.box.current?.focus();
      return true;
    },
  });

  return (
    <AuthForm
      title="Forgot Password?"
      lead="Enter the email address of your account. You will get a link to set a new password."
      onSubmit={() => !sent && form.submit()}
      foot={<Link to={paths.login}>Back to Login</Link>}
    >
      <FormError message={form.sentence} ref={form.box} />
      {sent ? (
        <FormSuccess message={text.sent} ref={form.box} />
      ) : (
        <>
          <TextField
            {...form.field("email")}
            ref={form.within}
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            aria-required
          />
          <Button type="submit" variant="primary" busy={form.isSending}>
            {form.isSending ? "Sending Reset Link..." : "Send Reset Link"}
          </Button>
        </>
      )}
      <p className="quiet small">No email within a few minutes? Please check your spam folder.</p>
    </AuthForm>
  );
}
