/** The frame of a screen: its one heading, a line that says what it is about, its main actions, and its sections. */
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import styles from "./page.module.css";
import { useScreenTitle } from "./screen-handle";

type HeaderProps = {
  /** Where it is not the screen's own. */
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, lead, actions }: HeaderProps) {
  const own = useScreenTitle();
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{title ?? own}</h1>
        {lead && <p className="quiet">{lead}</p>}
      </div>
      {actions && (
        <div className="actions" data-print="hide">
          {actions}
        </div>
      )}
    </header>
  );
}

type SectionProps = {
  title: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function Section({ title, aside, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={clsx(styles.section, className)} aria-labelledby={id}>
      <div className={styles.sectionTop}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Page({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={clsx(styles.page, className)}>{children}</div>;
}
