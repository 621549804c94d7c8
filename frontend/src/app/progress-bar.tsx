/** The script of another screen is on its way. For the eye only: a screen reader announces the heading once it is there. */
import { useNavigation } from "react-router";
import styles from "./progress-bar.module.css";

export function ProgressBar() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className={styles.bar} aria-hidden="true" data-print="hide" />;
}
