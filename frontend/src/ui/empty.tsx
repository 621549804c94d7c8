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
