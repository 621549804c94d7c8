/** What can be pressed. One primary button a view; the rest is secondary or quiet. */
import clsx from "clsx";
import type { ComponentPropsWithRef } from "react";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** For links that look like buttons: they stay links. */
export const buttonClass = (variant: ButtonVariant = "secondary", extra?: string) =>
  clsx(styles.button, styles[variant], extra);

type Props = ComponentPropsWithRef<"button"> & {
  variant?: ButtonVariant;
  /** The action runs: the button says so and cannot be pressed again. It keeps the focus, which a disabled one would lose. */
  busy?: boolean;
};

export function Button({
  variant = "secondary",
  busy = false,
  className,
  onClick,
  type = "button",
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
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
