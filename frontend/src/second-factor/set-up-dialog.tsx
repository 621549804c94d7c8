/** Sets up a second factor, step by step: the password, the key with a first code, and the recovery codes. */
import { useRef, useState } from "react";
import { useForm } from "../api/use-form";
import { CopyButton } from "../ui/copy-button";
import { FormDialog } from "../ui/form-dialog";
import { PasswordField } from "../ui/password-field";
import { refusalAt } from "../ui/use-refusal";
import { beginSetUp, confirmSetUp, type Secret } from "./api";
import { mistakeInCode, mistakeInPassword } from "./code";
import { CodeField } from "./code-field";
import { CodesDialog } from "./codes-dialog";
import { words } from "./messages";
import { QrCode } from "./qr-code";
import styles from "./second-factor.module.css";

type Props = {
  /** Left without a second factor. */
  onClose: () => void;
  /** It is set up, and the codes are on the screen. */
  onSet?: () => void;
  /** It is set up, and the codes are stored. */
  onDone: () => void;
};

export function SetUpDialog({ onClose, onSet, onDone }: Props) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <CodesDialog codes={codes} onDone={onDone} />;
  if (secret === null) return <PasswordStep onBegun={setSecret} onClose={onClose} />;
  return (
    <CodeStep
      secret={secret}
      onClose={onClose}
      onConfirmed={(answered) => {
        onSet?.();
        setCodes(answered);
      }}
    />
  );
}

type PasswordProps = { onBegun: (secret: Secret) => void; onClose: () => void };

function PasswordStep({ onBegun, onClose }: PasswordProps) {
  const form = useForm({
    initial: { password: "" },
    write: beginSetUp,
    check: ({ password }) => refusalAt("password", mistakeInPassword(password)),
    variablesOf: ({ password }) => password,
    done: onBegun,
  });
  return (
    <FormDialog
      title={words.setUpTitle}
      // A password is no work that would be lost.
      form={{ ...form, isDirty: false }}
      send="Continue"
      sending={words.checking}
      onClose={onClose}
    >
      <p>
        You need an authenticator app on your phone. From then on, you enter a code from it after your
        password.
      </p>
      <PasswordField
        label="Current Password"
        name="password"
        autoComplete="current-password"
        value={form.draft.password}
        error={form.mistakes.password}
        onChange={(password) => form.edit("password", password)}
      />
    </FormDialog>
  );
}

type CodeProps = {
  secret: Secret;
  onConfirmed: (codes: readonly string[]) => void;
  onClose: () => void;
};

function CodeStep({ secret: { key, uri }, onConfirmed, onClose }: CodeProps) {
  const shown = useRef<HTMLElement>(null);
  const form = useForm({
    initial: { code: "" },
    write: confirmSetUp,
    check: ({ code }) => refusalAt("code", mistakeInCode(code)),
    variablesOf: ({ code }) => code,
    done: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <FormDialog
      title="Scan the QR Code"
      form={{ ...form, isDirty: false }}
      send="Confirm"
      sending={words.checking}
      onClose={onClose}
    >
      <p>
        Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.
      </p>
      <QrCode text={uri} label="QR code of the key below" />
      <div>
        <div className={styles.beside}>
          <span className="quiet small">Key</span>
          <CopyButton label="Copy key" from={shown} />
        </div>
        {/* The gaps are drawn, so that the key is copied without them. */}
        <code ref={shown} className={styles.key}>
          {groupsOf(key).map(([start, group]) => (
            <span key={start}>{group}</span>
          ))}
        </code>
      </div>
      <CodeField {...form.field("code")} />
    </FormDialog>
  );
}

const GROUP = 4;

/** The key in groups, each with where it starts. */
const groupsOf = (key: string) =>
  Array.from(
    { length: Math.ceil(key.length / GROUP) },
    (_, index) => [index * GROUP, key.slice(index * GROUP, (index + 1) * GROUP)] as const,
  );
