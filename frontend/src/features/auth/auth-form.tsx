/** The column in which the forms of an account stand. */
import type { ReactNode, SubmitEvent } from "react";
import styles from "./auth-form.module.css";

type Props = {
  title: string;
  lead?: ReactNode;
  /** Stands above the form. */
  before?: ReactNode;
  onSubmit: () => void;
  /** What is in the form; without it there is none. */
  children: ReactNode;
  /** Stands below the form: where else to go. */
  foot?: ReactNode;
};

export function AuthForm({ title, lead, before, onSubmit, children, foot }: Props) {
  return (
    <div className={styles.column}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="quiet">{lead}</p>}
      </div>
      {before}
      {children && (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {children}
        </form>
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}
