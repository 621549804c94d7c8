/** A choice from a list: the system's own, which every keyboard, phone and reader already knows. */
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { Field } from "./field";
import styles from "./field.module.css";

export type Option<Value extends string> = { readonly value: Value; readonly label: string };

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): readonly Option<Value>[] => values.map((value) => ({ value, label: labels[value] }));

type Props<Value extends string> = Omit<ComponentPropsWithRef<"select">, "onChange" | "value"> & {
  label: ReactNode;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: string | null;
  fieldClassName?: string | undefined;
};

export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  error,
  fieldClassName,
  className,
  ...rest
}: Props<Value>) {
  return (
    <Field label={label} hint={hint} error={error} className={fieldClassName}>
      {(wired) => (
        <span className={styles.select}>
          <select
            {...rest}
            {...wired}
            className={clsx(styles.control, className)}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onChange(chosen.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={16} aria-hidden />
        </span>
      )}
    </Field>
  );
}

type NumberProps = Omit<Props<string>, "value" | "options" | "onChange"> & {
  value: number;
  options: readonly number[];
  onChange: (value: number) => void;
};

/** A choice among numbers, such as years. */
export const NumberSelect = ({ value, options, onChange, ...rest }: NumberProps) => (
  <Select
    {...rest}
    value={String(value)}
    options={options.map((one) => ({ value: String(one), label: String(one) }))}
    onChange={(chosen) => onChange(Number(chosen))}
  />
);
