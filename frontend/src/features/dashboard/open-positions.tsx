/** The one figure that is not counted but kept by hand: read until somebody wants to change it, and changed where it stands. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError, messageOr } from "../../api/error";
import { Button, IconButton } from "../../ui/button";
import fieldStyles from "../../ui/field.module.css";
import { toast } from "../../ui/toast";
import { setOpenPositions } from "./api";
import { words } from "./messages";
import styles from "./open-positions.module.css";

const { label, edit, save, cancel, saved, notANumber, failed } = words.openPositions;

export function OpenPositions({ value }: { value: number }) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);

  // After the editing, the focus goes back to where it began.
  useLayoutEffect(() => {
    if (!editing && back.current) button.current?.focus();
    back.current = editing;
  }, [editing]);

  if (editing) return <Editor value={value} onDone={() => setEditing(false)} />;
  return (
    <span className={styles.reading}>
      {value.toLocaleString("en-US")}
      <IconButton ref={button} label={edit} onClick={() => setEditing(true)}>
        <Pencil size={16} aria-hidden />
      </IconButton>
    </span>
  );
}

/** A whole number as people write it, `1,200` too; whether it is one that may stand here, the server says. */
function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function refusalOf(error: unknown): string {
  const ofField = error instanceof ApiError ? error.errors.value : undefined;
  return ofField ?? messageOr(error, failed);
}

function Editor({ value, onDone }: { value: number; onDone: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(String(value));
  const [refusal, setRefusal] = useState<string | null>(null);
  const mutation = useMutation(setOpenPositions(useQueryClient()));

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const refuse = (sentence: string) => {
    setRefusal(sentence);
    input.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (mutation.isPending) return;
    const number = wholeNumber(draft);
    if (number === null) {
      refuse(notANumber);
      return;
    }
    setRefusal(null);
    mutation.mutate(number, {
      onSuccess: () => {
        toast.success(saved);
        onDone();
      },
      // What was typed stays, for another try.
      onError: (error) => refuse(refusalOf(error)),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || mutation.isPending) return;
    event.preventDefault();
    onDone();
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
        <Button type="submit" variant="primary" busy={mutation.isPending}>
          {save}
        </Button>
        <Button variant="quiet" onClick={onDone} disabled={mutation.isPending}>
          {cancel}
        </Button>
      </span>
      <p id={`${id}-refusal`} role="alert" className={styles.refusal}>
        {refusal}
      </p>
    </form>
  );
}
