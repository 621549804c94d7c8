/** The account is made: what its owner signs in with, to be copied, and where to go on. */
import { useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { Button, buttonClass } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { words } from "./messages";
import styles from "./registration.module.css";

const text = words.done;

export type Registered = {
  readonly email: string;
  readonly employeeId: string;
  readonly password: string;
};

type Props = { registered: Registered; onAnother: () => void };

export function RegisteredDialog({ registered, onAnother }: Props) {
  return (
    <Dialog
      title={text.title}
      actions={
        <>
          <Button onClick={onAnother}>{text.another}</Button>
          <Link className={buttonClass("primary")} to={paths.landing}>
            {text.dashboard}
          </Link>
        </>
      }
    >
      <dl>
        <Credential label={text.employeeId} copyLabel={text.copyEmployeeId} value={registered.employeeId} />
        <Credential label={text.password} copyLabel={text.copyPassword} value={registered.password} />
      </dl>
      <p className={styles.sent}>
        {text.sent(registered.email)} {text.once}
      </p>
    </Dialog>
  );
}

function Credential({ label, copyLabel, value }: { label: string; copyLabel: string; value: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.credential}>
      <dt className="quiet small">{label}</dt>
      <dd>
        <code ref={shown} className={styles.value}>
          {value}
        </code>
        <CopyButton label={copyLabel} from={shown} />
      </dd>
    </div>
  );
}
