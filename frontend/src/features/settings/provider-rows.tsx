/** The providers that people sign in with, and what passwords are for beside them: set by the operator, and read here. */
import type { ReactNode } from "react";
import { usePortal } from "../../session/portal";
import styles from "./settings.module.css";

const PASSWORDS = {
  on: "On",
  off: "Off",
  "break-glass": "Break-glass accounts only",
} as const;

export function ProviderRows() {
  const { providers, passwords } = usePortal() ?? {};
  return (
    <>
      {providers && (
        <Row label="Sign-in providers" help="People sign in with an account at one of these.">
          {providers.map(({ name, label }) => (
            <bdi key={name}>{label}</bdi>
          ))}
        </Row>
      )}
      {passwords && (
        <Row label="Passwords" help="Whether people can also sign in with a password.">
          {PASSWORDS[passwords]}
        </Row>
      )}
    </>
  );
}

type Props = { label: string; help: string; children: ReactNode };

function Row({ label, help, children }: Props) {
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <h3>{label}</h3>
        <p className="quiet small">{help}</p>
      </div>
      <div className={styles.value}>
        <p className={styles.is}>{children}</p>
        <p className="quiet small">Set by the operator</p>
      </div>
    </li>
  );
}
