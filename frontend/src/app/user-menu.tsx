/** The menu of the signed-in person, opened from the top bar. */
import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { fullName, initialsOf } from "../domain/people";
import { messages } from "../messages/en";
import type { SessionUser } from "../session/store";
import styles from "./frame.module.css";

// The start page has this bar too, and a visitor needs no menu.
const Menu = lazy(() => import("./user-menu-entries"));

export function UserMenu({ user }: { user: SessionUser }) {
  const face = (
    <>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <span className={styles.userName} dir="auto">
        <span className="visually-hidden">{messages.shell.userMenu("")}</span>
        {fullName(user)}
      </span>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Suspense fallback={<span className={styles.userButton}>{face}</span>}>
      <Menu user={user} face={face} />
    </Suspense>
  );
}
