/** Asks for a link that lets a person set a new password. The answer is the same whether the address is known or not. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { messageOr, refusalOf } from "../../api/error";
import { useSend } from "../../api/send";
import { looksLikeEmail } from "../../domain/credentials";
import { paths } from "../../domain/paths";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormError, FormSuccess } from "../../ui/form-message";
import { useRefusal } from "../../ui/use-refusal";
import { askForReset } from "./api";
import { AuthForm } from "./auth-form";
import styles from "./auth-form.module.css";
import { words } from "./messages";
import { useLoginSoon } from "./use-login-soon";

const text = words.forgot;

export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<"email">();
  const [sent, setSent] = useState(false);
  useLoginSoon(sent);

  const { send, isSending } = useSend(askForReset, {
    done: (_answer, _sent, isWaiting) => {
      flushSync(() => setSent(true));
      if (isWaiting) box.current?.focus();
      return true;
    },
    refused: (error, email, isWaiting) =>
      refuse(refusalOf(error, { email }, messageOr(error, text.failed)), isWaiting),
  });

  const submit = () => {
    if (isSending || sent) return;
    const address = email.trim();
    if (address === "") return refuse({ mistakes: { email: text.emailRequired } });
    if (!looksLikeEmail(address)) return refuse({ mistakes: { email: text.invalidEmail } });
    forgive();
    send(address);
  };

  return (
    <AuthForm
      title={text.title}
      lead={text.lead}
      onSubmit={submit}
      foot={<Link to={paths.login}>{text.back}</Link>}
    >
      <FormError message={sentence} ref={box} />
      {sent ? (
        <FormSuccess message={text.sent} ref={box} />
      ) : (
        <>
          <TextField
            ref={within}
            label={text.email}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            aria-required
            value={email}
            error={mistakes.email}
            onChange={(event) => {
              setEmail(event.target.value);
              forgive("email");
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
