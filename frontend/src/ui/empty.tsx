/** Nothing here yet: says so, and what to do about it. */
import type { ReactNode } from "react";
import styles from "./empty.module.css";

export function Empty({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {icon && <span className="quiet">{icon}</span>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

export const DASH = "–";

/** Stands where a figure or a fact is missing: a dash, and words in its place for those who listen. */
export function Nothing({ spoken = "none" }: { spoken?: string }) {
  return (
    <>
      <span aria-hidden="true">{DASH}</span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}
