/** What the forms that fill a page have in common: sections with a title beside their fields, and a foot with what to do. */
import clsx from "clsx";
import type { KeyboardEventHandler, ReactNode, Ref, SubmitEvent } from "react";
import { useId } from "react";
import { Button } from "./button";
import styles from "./form.module.css";
import { FormError } from "./form-message";

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

type EditProps = {
  /** From `useForm`. */
  form: {
    isSending: boolean;
    submit: () => void;
    sentence: string | null;
    box: Ref<HTMLParagraphElement>;
    within: Ref<HTMLFormElement>;
  };
  className?: string | undefined;
  onCancel: () => void;
  children: ReactNode;
};

/** A form in the place of what it changes: Escape leaves it, as Cancel does. */
export function EditForm({ form, className, onCancel, children }: EditProps) {
  const { isSending, submit, sentence, box, within } = form;
  return (
    <Form
      ref={within}
      className={className}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isSending) return;
        // In a dialog it would close that, too.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      {children}
      <FormError message={sentence} ref={box} />
      <FormActions>
        <Button type="submit" variant="primary" busy={isSending}>
          {isSending ? "Saving..." : "Save"}
        </Button>
        <Button onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
      </FormActions>
    </Form>
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
