/** The outcome of a form, in one sentence. In a file of its own, because the sign-in needs nothing else. */
import clsx from "clsx";
import type { Ref } from "react";
import styles from "./form-message.module.css";

type MessageProps = { message: string | null; ref: Ref<HTMLParagraphElement> };

/** What went wrong, in a box that takes the focus so that it is neither overlooked nor unheard. */
export function FormError({ message, ref }: MessageProps) {
  if (message === null) return null;
  return (
    <p ref={ref} role="alert" tabIndex={-1} className={clsx(styles.message, styles.error)}>
      {message}
    </p>
  );
}

/** What went well, where the form stays open. */
export function FormSuccess({ message, ref }: MessageProps) {
  if (message === null) return null;
  return (
    <p ref={ref} role="status" tabIndex={-1} className={clsx(styles.message, styles.success)}>
      {message}
    </p>
  );
}
