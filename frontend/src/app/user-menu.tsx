/** The menu of the signed-in person: ways to go and what they switch, opened from the top bar. A list of links, not a menu of an application. */
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../domain/paths";
import { fullName, initialsOf } from "../domain/people";
import { homeOf, profileOf, roleNamed } from "../domain/roles";
import { messages } from "../messages/en";
import type { SessionUser } from "../session/store";
import { switchShortcuts, useShortcuts } from "../ui/shortcuts";
import styles from "./frame.module.css";
import { useSignOut } from "./sign-out";

export function UserMenu({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const signOut = useSignOut();
  const shortcuts = useShortcuts();
  const name = fullName(user);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu, whatever led to it.
  useEffect(() => setOpen(false), [key]);

  useEffect(() => {
    if (!open) return;
    // A press beside the menu, or Tab past its last link.
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, [open]);

  return (
    <div ref={root} className={styles.userMenu}>
      <button
        ref={button}
        type="button"
        className={styles.userButton}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        onClick={() => setOpen((was) => !was)}
      >
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(user)}
        </span>
        <span className={styles.userName} dir="auto">
          <span className="visually-hidden">{messages.shell.userMenu("")}</span>
          {name}
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && (
        <ul id={`${id}-list`} className={styles.userList}>
          <li className={styles.userWho}>
            <strong dir="auto">{name}</strong>
            <span>{user.email}</span>
          </li>
          <li>
            <Link to={paths.landing}>{messages.shell.home}</Link>
          </li>
          <li>
            <Link to={homeOf(user.role)}>{messages.shell.dashboard}</Link>
          </li>
          <li>
            <Link to={profileOf(user.role)}>{messages.shell.profile}</Link>
          </li>
          {roleNamed(user.role) === "Manager" && (
            <li>
              <button type="button" onClick={() => switchShortcuts(!shortcuts)}>
                {messages.shell.shortcuts(shortcuts)}
              </button>
            </li>
          )}
          <li>
            <button type="button" onClick={() => void signOut()}>
              {messages.shell.logout}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
