/** Why the day is opened. The counter appears only near the limit. */
import clsx from "clsx";
import type { ComponentProps, KeyboardEvent } from "react";
import { REASON_MAX, REASON_TOO_LONG, reasonLength } from "../../domain/reason";
import { TextArea } from "../../ui/field";
import { isNearEnd } from "./model";
import styles from "./unlock.module.css";

type Props = Pick<ComponentProps<typeof TextArea>, "name" | "onChange" | "error" | "readOnly"> & {
  value: string;
  label?: string;
  hint?: string;
  onSubmit: () => void;
};

export function ReasonField({
  value: reason,
  label = "Reason",
  hint = "The employee will see this in the notice.",
  onSubmit,
  error,
  ...field
}: Props) {
  const length = reasonLength(reason);
  const isTooLong = length > REASON_MAX;
  const submitOnKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <TextArea
        {...field}
        label={label}
        rows={4}
        aria-required
        value={reason}
        hint={hint}
        aside={
          isNearEnd(reason) && (
            <span className={clsx(styles.counter, isTooLong && styles.over)}>
              {length} / {REASON_MAX}
            </span>
          )
        }
        error={isTooLong ? REASON_TOO_LONG : error}
        onKeyDown={submitOnKey}
      />
      {/* Said once when the end comes near, and not with every letter. */}
      <p role="status" className="visually-hidden">
        {isTooLong ? REASON_TOO_LONG : isNearEnd(reason) ? "Fewer than 50 characters are left." : ""}
      </p>
    </>
  );
}
