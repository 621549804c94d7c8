import { messages } from "../messages/en";
import styles from "./notice-page.module.css";

export function Loading() {
  return (
    <p role="status" className={styles.loading}>
      {messages.guard.loading}
    </p>
  );
}
