/** What the user menu holds. */
import type { ReactNode } from "react";
import { paths } from "../domain/paths";
import { fullName } from "../domain/people";
import { homeOf, profileOf, roleNamed } from "../domain/roles";
import { messages } from "../messages/en";
import type { SessionUser } from "../session/store";
import { MenuButton, type MenuEntry } from "../ui/menu";
import { switchShortcuts, useShortcuts } from "../ui/shortcuts";
import styles from "./frame.module.css";
import { useSignOut } from "./sign-out";

export function UserMenuEntries({ user, face }: { user: SessionUser; face: ReactNode }) {
  const signOut = useSignOut();
  const shortcuts = useShortcuts();
  const letterKeys: MenuEntry = {
    label: messages.shell.shortcuts(shortcuts),
    onAction: () => switchShortcuts(!shortcuts),
  };
  return (
    <MenuButton
      face={face}
      className={styles.userButton}
      head={
        <>
          <strong dir="auto">{fullName(user)}</strong>
          <span>{user.email}</span>
        </>
      }
      entries={[
        { label: messages.shell.home, to: paths.landing },
        { label: messages.shell.dashboard, to: homeOf(user.role) },
        { label: "Profile", to: profileOf(user.role) },
        ...(roleNamed(user.role) === "Manager" ? [letterKeys] : []),
        { label: messages.shell.logout, onAction: () => void signOut() },
      ]}
    />
  );
}
