/** Blocks and unblocks an account. Blocking ends its session, so it asks first. */
import { useState } from "react";
import { useSend, useSending } from "../../api/send";
import { fullName } from "../../domain/people";
import { roleNamed } from "../../domain/roles";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { type Account, toggleBlock } from "./api";
import { words } from "./messages";
import styles from "./users.module.css";

type Props = { user: Account; isSelf: boolean };

export function AccessControl({ user, isSelf }: Props) {
  const [asking, setAsking] = useState(false);
  const { send } = useSend(toggleBlock);
  const isSending = useSending(toggleBlock).some(({ id }) => id === user._id);
  const name = fullName(user);
  if (isSelf) return <span className="quiet">Current Admin</span>;

  const set = (isBlocked: boolean) => {
    setAsking(false);
    send({ id: user._id, isBlocked });
  };
  const press = () => {
    // It stays where it is while it works, so that the focus does; only a second press does nothing.
    if (isSending) return;
    if (user.isBlocked) set(false);
    else setAsking(true);
  };
  return (
    <>
      <Button variant="quiet" className={styles.access} aria-busy={isSending || undefined} onClick={press}>
        {user.isBlocked ? "Unblock" : words.access.block} <span className="visually-hidden">{name}</span>
      </Button>
      {asking && (
        <Dialog
          title={`Block ${name}?`}
          subtitle={user.employeeId}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button variant="danger" onClick={() => set(true)}>
                {words.access.block}
              </Button>
            </>
          }
        >
          <p>
            This person will be signed out at once, on every device, and cannot sign in until unblocked. We
            will tell them by email.
          </p>
          {roleNamed(user.role) === "Manager" && (
            <p>
              This manager's team stays assigned, but nobody can decide on its timesheets in the meantime.
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}
