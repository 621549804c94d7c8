/** Why the day is opened. The counter keeps out of the way until the end comes near. */
import clsx from "clsx";
import type { KeyboardEvent } from "react";
import { TextArea } from "../../ui/field";
import { words } from "./messages";
import { isNearEnd, REASON_MAX, reasonLength } from "./model";
import styles from "./unlock.module.css";

const said = words.reason;

type Props = {
  reason: string;
  onChange: (reason: string) => void;
  onSubmit: () => void;
  error: string | null;
  readOnly: boolean;
};

export function ReasonField({ reason, onChange, onSubmit, error, readOnly }: Props) {
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
        label={said.label}
        name="reason"
        rows={4}
        aria-required
        value={reason}
        readOnly={readOnly}
        hint={said.hint}
        aside={
          isNearEnd(reason) && (
            <span className={clsx(styles.counter, isTooLong && styles.over)}>
              {length} / {REASON_MAX}
            </span>
          )
        }
        error={isTooLong ? said.tooLong(REASON_MAX) : error}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitOnKey}
      />
      {/* Said once when the end comes near, and not with every letter. */}
      <p role="status" className="visually-hidden">
        {isTooLong ? said.tooLong(REASON_MAX) : isNearEnd(reason) ? said.nearEnd : ""}
      </p>
    </>
  );
}
