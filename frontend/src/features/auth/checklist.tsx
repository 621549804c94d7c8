/** What a new password still needs, while it is typed. */
import { Check, Circle } from "lucide-react";
import type { Checklist } from "../../domain/credentials";
import styles from "./auth-form.module.css";

export function PasswordChecklist({ checks, minimum }: { checks: Checklist; minimum: number | undefined }) {
  return (
    <ul className={styles.checklist} aria-live="polite">
      {minimum !== undefined && <Item met={checks.longEnough} label={`At least ${minimum} characters`} />}
      <Item met={checks.match} label="Passwords match" />
    </ul>
  );
}

function Item({ met, label }: { met: boolean; label: string }) {
  const Mark = met ? Check : Circle;
  return (
    <li data-met={met}>
      <Mark size={14} strokeWidth={2.5} aria-hidden />
      <span>
        {label}
        <span className="visually-hidden">: {met ? "met" : "not met yet"}</span>
      </span>
    </li>
  );
}
