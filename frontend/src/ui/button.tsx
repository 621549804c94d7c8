/** What can be pressed. One primary button a view; the rest is secondary or quiet. */
import clsx from "clsx";
import type { ComponentPropsWithRef } from "react";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** For links that look like buttons: they stay links. */
export const buttonClass = (variant: ButtonVariant = "secondary", extra?: string) =>
  clsx(styles.button, styles[variant], extra);

type Props = ComponentPropsWithRef<"button"> & {
  variant?: ButtonVariant /** The action runs: the button says so and cannot be pressed again. */;
  busy?: boolean;
};

export function Button({
  variant = "secondary",
  busy = false,
  className,
  disabled,
  type = "button",
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}

/** A square button that shows an icon only; its name is read out and shown as a tooltip. */
export function IconButton({
  label,
  className,
  type = "button",
  ...rest
}: ComponentPropsWithRef<"button"> & { label: string }) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(styles.button, styles.quiet, styles.icon, className)}
      aria-label={label}
      title={label}
    />
  );
}
