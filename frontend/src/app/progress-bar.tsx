/** The script of another screen is on its way. It is for the eye only: who listens hears the heading as soon as it stands there. */
import { useNavigation } from "react-router";
import styles from "./progress-bar.module.css";

export function ProgressBar() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className={styles.bar} aria-hidden="true" data-print="hide" />;
}
