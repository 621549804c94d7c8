/**
 * The browser's own modal dialog: it keeps the focus inside and the page behind inert. On top of it: the first field has the
 * focus, Escape closes unless something would be lost, Ctrl or Cmd with Enter submits, and the focus goes back where it came from.
 */
import clsx from "clsx";
import { X } from "lucide-react";
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { UNSAFE_PortalProvider as PopupsInto } from "react-aria/PortalProvider";
import { flushSync } from "react-dom";
import { type BlockerFunction, useBlocker } from "react-router";
import { Button, IconButton } from "./button";
import styles from "./dialog.module.css";

type Props = {
  title: ReactNode;
  /** A line under the title that says whom or what the dialog is about. */
  subtitle?: ReactNode;
  /** Without it only the buttons in `actions` lead away: what it shows is not shown again. */
  onClose?: (() => void) | undefined;
  /** Something was written that closing would throw away: then closing asks first. */
  dirty?: boolean;
  /** Its write is under way: it stays until the answer is here. */
  busy?: boolean;
  /** With it the dialog is a form, and its buttons stand in `actions`. */
  onSubmit?: (() => void) | undefined;
  actions?: ReactNode;
  wide?: boolean;
  /** What it shows comes bit by bit: it is high from the start, so that its buttons do not move under a pointer. */
  steady?: boolean;
  children: ReactNode;
};

const FIRST_FIELD = "textarea:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled)";

/** Render it while it is open; take it away to close it. */
export function Dialog({
  title,
  subtitle,
  onClose,
  dirty,
  busy = false,
  onSubmit,
  actions,
  wide = false,
  steady = false,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [asking, setAsking] = useState(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    const invoker = document.activeElement;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>(FIRST_FIELD);
    (first ?? heading.current)?.focus();
    return () => {
      element?.close();
      if (invoker instanceof HTMLElement && invoker.isConnected) invoker.focus();
    };
  }, []);

  /** Where the person was when the question came up. */
  const asked = useRef<Element | null>(null);
  const leave = () => {
    if (busy || asking) return;
    if (!dirty) return onClose?.();
    asked.current = document.activeElement;
    setAsking(true);
  };
  const keep = () => {
    flushSync(() => setAsking(false));
    if (asked.current instanceof HTMLElement) asked.current.focus();
  };
  const onCancel = (event: SyntheticEvent) => {
    // A choice of files, or a dialog in this one, may be what was cancelled.
    if (event.target !== dialog.current) return;
    event.preventDefault();
    leave();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    // Shortcuts of the page behind are not meant here.
    event.stopPropagation();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      dialog.current?.querySelector("form")?.requestSubmit();
    }
    // The browser closes without asking where it finds that nobody has touched the page since the last time, as with a second Escape.
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      if (asking) keep();
      else leave();
    }
  };

  const content = (
    <>
      <header className={styles.header}>
        <div>
          <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {subtitle && <p className="quiet small">{subtitle}</p>}
        </div>
        {onClose && (
          <IconButton label="Close" onClick={leave} aria-disabled={busy || undefined}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {asking ? (
        <footer key="question" className={styles.footer} role="alert">
          <p className={styles.question}>What you wrote will be lost.</p>
          <Button ref={(button) => button?.focus()} onClick={keep}>
            Keep Writing
          </Button>
          <Button variant="danger" onClick={onClose}>
            Discard
          </Button>
        </footer>
      ) : (
        // Keys keep the two rows of buttons apart: a button reused as another would do the other's work in the same click.
        actions && (
          <footer key="actions" className={styles.footer}>
            {actions}
          </footer>
        )
      )}
    </>
  );

  return (
    <dialog
      ref={dialog}
      className={clsx(styles.dialog, wide && styles.wide, steady && styles.steady)}
      aria-labelledby={`${id}-title`}
      onCancel={onCancel}
      // The event comes late: by then the dialog may have been shown anew, as React does with effects in development.
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current.open) return;
        // What closes it whatever was said: a second gesture for Back on a phone.
        if (onClose && !busy) onClose();
        else dialog.current.showModal();
      }}
      onKeyDown={onKeyDown}
    >
      {dirty !== undefined && <LeaveGuard isDirty={dirty} />}
      {/* Outside of the open dialog everything is out of reach, a list that one of its fields opens too. */}
      <PopupsInto getContainer={() => dialog.current}>
        {onSubmit ? (
          <DialogForm onSubmit={onSubmit}>{content}</DialogForm>
        ) : (
          <div className={styles.inner}>{content}</div>
        )}
      </PopupsInto>
    </dialog>
  );
}

/**
 * Asks before Back, a link or a reload throws away what was typed. Where the portal itself leads on (a session that ended, a sign-out) it
 * replaces the page, and is not held up. `alsoWithin`: a step to another view of the same screen would lose it too.
 */
export function LeaveGuard({ isDirty, alsoWithin = false }: { isDirty: boolean; alsoWithin?: boolean }) {
  // Registered from the start: if it came with the first letter, it would be too late for a quick Back.
  const wouldLose = useRef(isDirty);
  useLayoutEffect(() => {
    wouldLose.current = isDirty;
  }, [isDirty]);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation, historyAction }) =>
        wouldLose.current &&
        historyAction !== "REPLACE" &&
        (currentLocation.pathname !== nextLocation.pathname ||
          (alsoWithin && currentLocation.search !== nextLocation.search)),
      [alsoWithin],
    ),
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  const stay = () => blocker.reset();
  return (
    <Dialog
      title="You have changes that are not saved."
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            Leave
          </Button>
        </>
      }
    >
      <p>They will be lost if you leave this page.</p>
    </Dialog>
  );
}

function DialogForm({
  onSubmit,
  children,
}: { onSubmit: () => void } & Pick<ComponentPropsWithRef<"form">, "children">) {
  return (
    <form
      className={styles.inner}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
