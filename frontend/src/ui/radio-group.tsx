/** One of a few, all in sight, with what is asked above them. */
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import styles from "./radio-group.module.css";

type Props<Value extends string> = {
  legend: ReactNode;
  /** What is asked is plain from what stands above: it is read out only. */
  isLegendHidden?: boolean;
  name: string;
  /** Empty until one is chosen. */
  value: Value | "";
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: ReactNode }[];
  onChange: (value: Value) => void;
  error?: string | null | undefined;
  disabled?: boolean;
};

export function RadioGroup<Value extends string>({
  legend,
  isLegendHidden = false,
  name,
  value,
  options,
  onChange,
  error,
  disabled = false,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={clsx(styles.legend, isLegendHidden && "visually-hidden")}>{legend}</legend>
      {options.map((option) => {
        const own = `${id}-${option.value}`;
        const describedBy = [option.hint ? `${own}-hint` : null, error ? `${id}-error` : null];
        return (
          <div key={option.value} className={styles.option}>
            <input
              id={own}
              type="radio"
              name={name}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy.filter(Boolean).join(" ") || undefined}
              onChange={() => onChange(option.value)}
            />
            <label htmlFor={own}>{option.label}</label>
            {option.hint && (
              <p id={`${own}-hint`} className={styles.hint}>
                {option.hint}
              </p>
            )}
          </div>
        );
      })}
      {error && (
        <p id={`${id}-error`} className="mistake">
          {error}
        </p>
      )}
    </fieldset>
  );
}
