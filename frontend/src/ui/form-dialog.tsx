/** A dialog around a form: a line for what was refused, and buttons that leave it or send it. */
import type { ComponentProps, ReactNode, Ref } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import styles from "./form-dialog.module.css";
import { FormError } from "./form-message";

type Props = Pick<ComponentProps<typeof Dialog>, "title" | "subtitle"> & {
  /** From `useForm`. */
  form: {
    isDirty: boolean;
    isSending: boolean;
    submit: () => void;
    sentence: string | null;
    box: Ref<HTMLParagraphElement>;
    within: Ref<HTMLDivElement>;
  };
  cancel?: string;
  send: string;
  /** What the button says while the write is under way. */
  sending: string;
  variant?: "primary" | "danger";
  /** For the fields, where they are laid out in a way of their own. */
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({
  title,
  subtitle,
  form,
  cancel = "Cancel",
  send,
  sending,
  variant = "primary",
  className = styles.fields,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSending}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose} disabled={form.isSending}>
            {cancel}
          </Button>
          <Button type="submit" variant={variant} busy={form.isSending}>
            {form.isSending ? sending : send}
          </Button>
        </>
      }
    >
      <div ref={form.within} className={className}>
        {children}
        <FormError message={form.sentence} ref={form.box} />
      </div>
    </Dialog>
  );
}
