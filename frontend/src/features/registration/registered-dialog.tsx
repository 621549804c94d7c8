/** The account is made: what its owner signs in with, to be copied, and where to go on. */
import { Link } from "react-router";
import { paths } from "../../domain/paths";
import { Credential } from "../../people/credential";
import { Button, buttonClass } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import styles from "./registration.module.css";

export type Registered = {
  readonly email: string;
  readonly employeeId: string;
  /** Not there where people sign in by a provider. */
  readonly password?: string;
};

type Props = { registered: Registered; onAnother: () => void };

export function RegisteredDialog({ registered, onAnother }: Props) {
  return (
    <Dialog
      title="Registration Successful!"
      actions={
        <>
          <Button onClick={onAnother}>Add Another</Button>
          <Link className={buttonClass("primary")} to={paths.landing}>
            Dashboard
          </Link>
        </>
      }
    >
      <dl>
        <Credential label="Employee ID" copyLabel="Copy employee ID" value={registered.employeeId} />
        {registered.password !== undefined && (
          <Credential label="Password" copyLabel="Copy password" value={registered.password} />
        )}
      </dl>
      <p className={styles.sent}>
        {registered.password === undefined
          ? `We have emailed ${registered.email} how to sign in.`
          : `The credentials were sent to ${registered.email}. The password is shown only this once.`}
      </p>
    </Dialog>
  );
}
