/** The frame of the pages that need no sign-in: the shared header, and the page. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { paths } from "../domain/paths";
import styles from "./frame.module.css";
import { SkipLink } from "./skip-link";
import { TopBar } from "./top-bar";

type Props = {
  children: ReactNode;
  /** No links: the header offers only the theme and the sign-out. */
  plain?: boolean;
};

export function PublicFrame({ children, plain = false }: Props) {
  const { pathname } = useLocation();
  return (
    <div className={styles.public}>
      <SkipLink />
      <TopBar plain={plain} />
      <main id="content" tabIndex={-1} className={styles.publicMain}>
        {children}
      </main>
      {/* Beside the main part of the start page, so that it is a landmark of its own. */}
      {pathname === paths.landing && !plain && (
        <footer className={styles.foot}>
          Daybook. Days recorded, weeks approved. <a href="/licences.txt">Licences</a>
        </footer>
      )}
    </div>
  );
}
