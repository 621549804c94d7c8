/**
 * A field for one file, to be chosen or dropped. The browser's own control lies over it unseen: the keys, the dialog, what is dropped
 * and what a screen reader says are its own.
 */
import clsx from "clsx";
import { Upload } from "lucide-react";
import { type ComponentProps, type Ref, useState } from "react";
import { Field } from "./field";
import field from "./field.module.css";
import styles from "./file-field.module.css";

type Props = Pick<ComponentProps<typeof Field>, "label" | "hint" | "error"> & {
  ref?: Ref<HTMLInputElement>;
  name: string;
  accept: string;
  file: File | null;
  onChoose: (file: File | null) => void;
  /** Several were dropped, of which the browser would take the first. */
  onSeveral?: () => void;
};

export function FileField({ label, hint, error, ref, name, accept, file, onChoose, onSeveral }: Props) {
  const [isOver, setOver] = useState(false);
  const leave = () => setOver(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <div className={clsx(field.control, styles.box, isOver && styles.over)}>
          <Upload size={16} aria-hidden />
          <span aria-hidden className={clsx(styles.name, file === null && "quiet")}>
            {file?.name ?? "Choose a file, or drop it here"}
          </span>
          <input
            {...wired}
            ref={ref}
            type="file"
            name={name}
            accept={accept}
            className={styles.native}
            onDragEnter={() => setOver(true)}
            onDragLeave={leave}
            onDrop={(event) => {
              leave();
              if (!onSeveral || event.dataTransfer.files.length < 2) return;
              event.preventDefault();
              onSeveral();
            }}
            onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          />
        </div>
      )}
    </Field>
  );
}
