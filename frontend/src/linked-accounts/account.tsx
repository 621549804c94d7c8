/** An account at a provider, in a list of them: whether it is linked, and whose it is there. */
import type { ReactNode } from "react";
import type { Schemas } from "../domain/types";
import { Since } from "../second-factor/state";
import styles from "./linked-accounts.module.css";

type Props = {
  provider: Schemas["SignInProvider"];
  identity: Schemas["Identity"] | undefined;
  /** What can be done about it. */
  children: ReactNode;
};

export function Account({ provider: { name, label }, identity, children }: Props) {
  return (
    <li data-of={name} className={styles.account}>
      <div>
        <p className="name">
          <bdi>{label}</bdi>
        </p>
        <p className="quiet small">
          {identity ? (
            <Since word="Linked" from={identity.linkedAt} lastUsedAt={identity.lastUsedAt} />
          ) : (
            "Not linked"
          )}
        </p>
        {identity && <p className="quiet small">{accountOf(identity)}</p>}
      </div>
      {children}
    </li>
  );
}

const accountOf = ({ email, subject }: Schemas["Identity"]): string =>
  email === null ? subject : `${email} (${subject})`;
