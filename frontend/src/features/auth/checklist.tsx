/** What a new password still needs, while it is typed. */
import { Check, Circle } from "lucide-react";
import type { Checklist } from "../../domain/credentials";
import styles from "./auth-form.module.css";
import { words } from "./messages";

const text = words.checklist;

export function PasswordChecklist({ checks, minimum }: { checks: Checklist; minimum: number | undefined }) {
  return (
    <ul className={styles.checklist} aria-live="polite">
      {minimum !== undefined && <Item met={checks.longEnough} label={text.atLeast(minimum)} />}
      <Item met={checks.match} label={text.match} />
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
        <span className="visually-hidden">: {met ? text.met : text.unmet}</span>
      </span>
    </li>
  );
}
