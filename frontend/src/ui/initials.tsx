/** The initials of a name, to find a person in a list. The name stands beside them, so they are not read out. */
import { initialsOf } from "../domain/people";
import styles from "./initials.module.css";

export function Initials({ of }: { of: { firstName: string; lastName: string } }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(of)}
    </span>
  );
}
