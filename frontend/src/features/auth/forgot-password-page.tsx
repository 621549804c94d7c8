/** Asks for a link that lets a person set a new password. The answer is the same whether the address is known or not. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { ApiError, messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { looksLikeEmail } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormError, FormSuccess } from "../../ui/form";
import { askForReset } from "./api";
import { AuthForm } from "./auth-form";
import styles from "./auth-form.module.css";
import { words } from "./messages";
import { useLoginSoon } from "./use-login-soon";

const text = words.forgot;

export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLParagraphElement>(null);
  useLoginSoon(sent);

  const blame = (sentence: string, isWaiting = true) => {
    flushSync(() => setMistake(sentence));
    if (isWaiting) field.current?.focus();
  };

  const { send, isSending } = useSend(askForReset, {
    done: (_answer, _sent, isWaiting) => {
      flushSync(() => setSent(true));
      if (isWaiting) box.current?.focus();
      return true;
    },
    refused: (thrown, _sent, isWaiting) => {
      const ofField = thrown instanceof ApiError ? thrown.errors.email : undefined;
      if (ofField !== undefined) blame(ofField, isWaiting);
      else {
        flushSync(() => setError(messageOr(thrown, text.failed)));
        if (isWaiting) box.current?.focus();
      }
      return true;
    },
  });

  const submit = () => {
    if (isSending || sent) return;
    setError(null);
    const address = email.trim();
    if (address === "") return blame(text.emailRequired);
    if (!looksLikeEmail(address)) return blame(text.invalidEmail);
    send(address);
  };

  return (
    <AuthForm
      title={text.title}
      lead={text.lead}
      onSubmit={submit}
      foot={<Link to={paths.login}>{text.back}</Link>}
    >
      <FormError message={error} ref={box} />
      {sent ? (
        <FormSuccess message={text.sent} ref={box} />
      ) : (
        <>
          <TextField
            ref={field}
            label={text.email}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            aria-required
            value={email}
            error={mistake}
            onChange={(event) => {
              setEmail(event.target.value);
              setMistake(null);
            }}
          />
          <Button type="submit" variant="primary" busy={isSending}>
            {isSending ? text.busy : text.submit}
          </Button>
        </>
      )}
      <p className={styles.hint}>{text.hint}</p>
    </AuthForm>
  );
}
