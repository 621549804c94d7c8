/** What the forms that fill a page have in common: sections with a title beside their fields, and a foot with what to do. */
import clsx from "clsx";
import type { KeyboardEventHandler, ReactNode, Ref, SubmitEvent } from "react";
import { useId } from "react";
import styles from "./form.module.css";

type FormProps = {
  onSubmit: () => void;
  onKeyDown?: KeyboardEventHandler;
  className?: string | undefined;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** A form whose mistakes are told by the page, at the fields, and not by the browser. */
export function Form({ onSubmit, onKeyDown, className, ref, children }: FormProps) {
  return (
    <form
      ref={ref}
      className={clsx(styles.form, className)}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode };

export function FormSection({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {lead && <p className="quiet small">{lead}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** For a field that takes a line of its own. */
export const wholeLine = styles.whole;

export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <div className={styles.foot}>
      <div className={styles.footInner}>{children}</div>
    </div>
  );
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>;
}
