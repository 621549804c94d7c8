/** A password that can be looked at while it is typed. Paste and password managers work as everywhere. */
import { Eye, EyeOff } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { IconButton } from "./button";
import { Field } from "./field";
import controls from "./field.module.css";
import styles from "./password-field.module.css";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
  name: string;
  ref?: Ref<HTMLInputElement>;
  error?: string | null | undefined;
  className?: string | undefined;
  /** Also where the form's button is disabled, which keeps the browser from submitting. */
  onEnter?: () => void;
};

export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  name,
  ref,
  error,
  className,
  onEnter,
}: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Field label={label} hint={capsLock ? "Caps Lock is on." : undefined} error={error} className={className}>
      {(wired) => (
        <span className={styles.row}>
          <input
            {...wired}
            ref={ref}
            name={name}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={controls.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && onEnter?.()}
            onKeyUp={noticeCapsLock}
            onBlur={() => setCapsLock(false)}
          />
          <IconButton
            label={shown ? "Hide password" : "Show password"}
            className={styles.toggle}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
          </IconButton>
        </span>
      )}
    </Field>
  );
}
