/** The menu of the signed-in person, opened from the top bar. */
import { ChevronDown } from "lucide-react";
import { fullName, initialsOf } from "../domain/people";
import type { SessionUser } from "../session/store";
import { afterPaint } from "../ui/after-paint";
import styles from "./frame.module.css";

// Nobody opens it before they have seen the screen, whose own scripts and answers go first.
const Menu = afterPaint(
  async () => (await import("./user-menu-entries")).UserMenuEntries,
  ({ face }) => <span className={styles.userButton}>{face}</span>,
);

export function UserMenu({ user }: { user: SessionUser }) {
  const face = (
    <>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <span className={styles.userName} dir="auto">
        <span className="visually-hidden">{"User menu of "}</span>
        {fullName(user)}
      </span>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return <Menu user={user} face={face} />;
}
