/** Says once why the session ended. There is one thing to do about it: sign in again. */
import { useId, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../domain/paths";
import { sessionStore } from "../session/store";
import { Button } from "../ui/button";
import styles from "./session-ended-dialog.module.css";

export function SessionEndedDialog({ message }: { message: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const leave = async () => {
    await navigate(paths.login, { replace: true, state: { to: pathname + search } });
    sessionStore.acknowledgeEnd();
  };

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        void leave();
      }}
    >
      <h2 id={`${id}-title`}>You have been signed out</h2>
      <p id={`${id}-message`}>{message}</p>
      {/* The one thing that the dialog is for takes the focus; the message is read out with it. */}
      <Button ref={focusNow} variant="primary" onClick={() => void leave()}>
        OK
      </Button>
    </dialog>
  );
}

function focusNow(button: HTMLButtonElement | null): void {
  button?.focus();
}
