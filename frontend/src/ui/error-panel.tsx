/** Something could not be loaded: says what, and lets a person try again where they stand. */
import { CircleAlert } from "lucide-react";
import { Button } from "./button";
import styles from "./error-panel.module.css";
import { words } from "./messages";

type Props = { message: string; onRetry?: () => void; busy?: boolean; retryLabel?: string };

export function ErrorPanel({ message, onRetry, busy = false, retryLabel = words.retry }: Props) {
  return (
    <div className={styles.panel} role="alert">
      <CircleAlert size={18} aria-hidden />
      <p>{message}</p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
