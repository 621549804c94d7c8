/** What a change of the second factor asks for: the password and a code. */
import { type ReactNode, useState } from "react";
import type { Write } from "../api/send";
import { useForm } from "../api/use-form";
import { TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { PasswordField } from "../ui/password-field";
import { refusalAt } from "../ui/use-refusal";
import { makeNewCodes, type Proof, turnOff } from "./api";
import { mistakeInEither, mistakeInPassword } from "./code";
import { CodesDialog } from "./codes-dialog";
import { words } from "./messages";

type Props<Answer> = {
  title: string;
  write: Write<Proof, Answer>;
  send: string;
  sending: string;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  children: ReactNode;
};

function ProofDialog<Answer>({ write, onDone, children, ...dialog }: Props<Answer>) {
  const form = useForm({
    initial: { password: "", code: "" },
    write,
    check: ({ password, code }) => ({
      mistakes: {
        ...refusalAt("password", mistakeInPassword(password)).mistakes,
        ...refusalAt("code", mistakeInEither(code)).mistakes,
      },
    }),
    variablesOf: (proof) => proof,
    done: onDone,
  });
  return (
    // What is typed here proves who asks, and is typed again without loss.
    <FormDialog {...dialog} form={{ ...form, isDirty: false }} variant="danger">
      {children}
      <PasswordField
        label="Current Password"
        name="password"
        autoComplete="current-password"
        value={form.draft.password}
        error={form.mistakes.password}
        onChange={(password) => form.edit("password", password)}
      />
      <TextField
        {...form.field("code")}
        label="Code"
        hint="The six digits that your authenticator app shows, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  );
}

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  return (
    <ProofDialog
      title="Turn Off Two-Step Sign-In"
      write={turnOff}
      send={words.turnOff}
      sending="Turning off..."
      onClose={onClose}
      onDone={onClose}
    >
      <p>You will sign in with your password alone. Your recovery codes will no longer work.</p>
    </ProofDialog>
  );
}

export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <CodesDialog codes={codes} onDone={onClose} />;
  return (
    <ProofDialog
      title={words.newCodes}
      write={makeNewCodes}
      send="Create Codes"
      sending="Creating..."
      onClose={onClose}
      onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
    >
      <p>You will get ten new codes. Those that you have now will no longer work.</p>
    </ProofDialog>
  );
}
