/** A labelled control with its hint and its error. The error belongs to the control by name, so that it is read out with it. */
import clsx from "clsx";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./field.module.css";

export type Wired = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** At the end of the label's line: a counter, say. */
  aside?: ReactNode;
  className?: string | undefined;
  children: (wired: Wired) => ReactNode;
};

export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <div className={clsx(styles.field, className)}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && <span className="quiet fine figures">{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="quiet fine">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mistake">
          {error}
        </p>
      )}
    </div>
  );
}

type Shared = Pick<FieldProps, "label" | "hint" | "error" | "aside"> & {
  fieldClassName?: string | undefined;
};

export function TextField({
  label,
  hint,
  error,
  aside,
  fieldClassName,
  className,
  ...rest
}: ComponentPropsWithRef<"input"> & Shared) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={fieldClassName}>
      {(wired) => <input {...rest} {...wired} className={clsx(styles.control, className)} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  aside,
  fieldClassName,
  className,
  ...rest
}: ComponentPropsWithRef<"textarea"> & Shared) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={fieldClassName}>
      {(wired) => <textarea {...rest} {...wired} className={clsx(styles.control, styles.area, className)} />}
    </Field>
  );
}
