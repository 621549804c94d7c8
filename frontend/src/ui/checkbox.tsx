/** Something that is so or not so, with a line that says what hangs on it. */
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import styles from "./checkbox.module.css";

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  name: string;
  checked: boolean;
  /** Some of what it stands for is so, and some is not. */
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string | undefined;
};

export function Checkbox({
  label,
  hint,
  name,
  checked,
  indeterminate = false,
  onChange,
  disabled,
  className,
}: Props) {
  const id = useId();
  return (
    <div className={clsx(styles.checkbox, className)}>
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
