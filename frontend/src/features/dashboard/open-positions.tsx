/** The one figure that is not counted but kept by hand: read until somebody wants to change it, and changed where it stands. */
import { Pencil } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSend } from "../../api/send";
import { formatNumber } from "../../domain/format";
import { Button, IconButton } from "../../ui/button";
import fieldStyles from "../../ui/field.module.css";
import { refusalOf, setOpenPositions } from "./api";
import { words } from "./messages";
import styles from "./open-positions.module.css";

const { label } = words.openPositions;

export function OpenPositions({ value }: { value: number }) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const finish = (takesFocus: boolean) => {
    flushSync(() => setEditing(false));
    if (takesFocus) button.current?.focus();
  };

  if (editing) return <Editor value={value} onDone={finish} />;
  return (
    <span className={styles.reading}>
      {formatNumber(value)}
      <IconButton ref={button} label="Edit open positions" onClick={() => setEditing(true)}>
        <Pencil size={16} aria-hidden />
      </IconButton>
    </span>
  );
}

/** A whole number as people write it, `1,200` too. The server decides whether it is allowed. */
function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function Editor({ value, onDone }: { value: number; onDone: (takesFocus: boolean) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(String(value));
  const [refusal, setRefusal] = useState<string | null>(null);

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const refuse = (sentence: string, isWaiting = true) => {
    setRefusal(sentence);
    if (isWaiting) input.current?.focus();
    return true;
  };
  const { send, isSending } = useSend(setOpenPositions, {
    done: (_answer, _sent, isWaiting) => onDone(isWaiting),
    // What was typed stays, for another try.
    refused: (error, _sent, isWaiting) => refuse(refusalOf(error), isWaiting),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const number = wholeNumber(draft);
    if (number === null) {
      refuse("Open positions must be a whole number from 0 to 10,000");
      return;
    }
    setRefusal(null);
    send(number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isSending) return;
    event.preventDefault();
    onDone(true);
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <input
        ref={input}
        className={fieldStyles.control}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        aria-label={label}
        aria-invalid={refusal === null ? undefined : true}
        aria-describedby={refusal === null ? undefined : `${id}-refusal`}
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value);
          setRefusal(null);
        }}
      />
      <span className={styles.buttons}>
        <Button type="submit" variant="primary" busy={isSending}>
          Save
        </Button>
        <Button variant="quiet" onClick={() => onDone(true)} disabled={isSending}>
          Cancel
        </Button>
      </span>
      <p id={`${id}-refusal`} role="alert" className={styles.refusal}>
        {refusal}
      </p>
    </form>
  );
}
