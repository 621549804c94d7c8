/** The second step of a login, for an account with a second factor: a code of the app, or a recovery code. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/error";
import { useForm } from "../../api/use-form";
import { mistakeInCode, mistakeInRecoveryCode } from "../../second-factor/code";
import { CodeField } from "../../second-factor/code-field";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormError } from "../../ui/form-message";
import { refusalAt } from "../../ui/use-refusal";
import type { Ticket, Way } from "./api";
import { AuthForm } from "./auth-form";
import styles from "./auth-form.module.css";
import { answeringSecondStep } from "./second-step-api";

type Props = {
  ticket: Ticket;
  way: Way;
  /** Told before the code is sent, and when it was refused. */
  onSending: (isSending: boolean) => void;
  /** Back to the first step, with the reason where the portal gave one. */
  onBegin: (why: string | null) => void;
  children: ReactNode;
};

export function SecondStep({ ticket, way, onSending, onBegin, children }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { code: "" },
    write: answeringSecondStep,
    check: ({ code }) => refusalAt("code", isRecovery ? mistakeInRecoveryCode(code) : mistakeInCode(code)),
    variablesOf: ({ code }) => {
      onSending(true);
      return { ticket, code, ...way };
    },
    refusalOf: (error, usual) => {
      onSending(false);
      // A wrong code is told at its field. What else is wrong with the request is the ticket, for which no code will do.
      if (usual.sentence && error instanceof ApiError && error.status === 400) onBegin(usual.sentence);
      return usual;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field is another element.
  useEffect(() => field.current?.focus(), [isRecovery]);

  const shared = { ...form.field("code"), ref: field };
  return (
    <AuthForm title="Enter Your Code" onSubmit={form.submit}>
      <FormError message={form.sentence} ref={form.box} />
      {children}
      <div ref={form.within}>
        {isRecovery ? (
          <TextField
            {...shared}
            key="recovery"
            label="Recovery Code"
            hint="One of the codes that you stored when you set up two-step sign-in."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        ) : (
          <CodeField {...shared} key="app" />
        )}
      </div>
      <Button type="submit" variant="primary" busy={form.isSending}>
        {form.isSending ? "Signing in..." : "Continue"}
      </Button>
      <div className={styles.ways}>
        <Button
          disabled={form.isSending}
          onClick={() => {
            form.reset({ code: "" });
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? "Use Your App" : "Use a Recovery Code"}
        </Button>
        <Button disabled={form.isSending} onClick={() => onBegin(null)}>
          Cancel
        </Button>
      </div>
    </AuthForm>
  );
}
