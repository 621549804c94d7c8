/** The frame of the pages that need no sign-in: the shared header, and the page. */
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { messages } from "../messages/en";
import styles from "./frame.module.css";
import { SkipLink } from "./skip-link";
import { TopBar } from "./top-bar";

type Props = {
  children?: ReactNode;
  /** Nothing to go to elsewhere: the header offers the theme and the way out only. */
  plain?: boolean;
  /** A last line of the page, beside its main part, so that it is a landmark of its own. */
  foot?: boolean;
};

export function PublicFrame({ children = <Outlet />, plain = false, foot = false }: Props) {
  return (
    <div className={styles.public}>
      <SkipLink />
      <TopBar plain={plain} />
      <main id="content" tabIndex={-1} className={styles.publicMain}>
        {children}
      </main>
      {foot && <footer className={styles.foot}>{messages.shell.foot}</footer>}
    </div>
  );
}
