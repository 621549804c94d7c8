/** The column in which the forms of an account stand. */
import type { ReactNode, Ref, SubmitEvent } from "react";
import styles from "./auth-form.module.css";

type Props = {
  title: string;
  lead?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
  /** Stands below the form: where else to go. */
  foot?: ReactNode;
};

export function AuthForm({ title, lead, onSubmit, children, foot }: Props) {
  return (
    <div className={styles.column}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
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
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

/** What went wrong, in a box that takes the focus so that it is neither overlooked nor unheard. */
export function FormError({ message, ref }: { message: string | null; ref: Ref<HTMLParagraphElement> }) {
  if (message === null) return null;
  return (
    <p ref={ref} role="alert" tabIndex={-1} className={styles.error}>
      {message}
    </p>
  );
}
