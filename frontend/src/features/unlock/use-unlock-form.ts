/** The form while it is filled in: what is chosen and typed, what is wrong with it, and the call. A refusal loses none of it. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, messageOr } from "../../api/error";
import { useSend } from "../../api/send";
import { focusFirstMistake } from "../../ui/form";
import { directUnlock, type Unlocked } from "./api";
import { words } from "./messages";
import { blanksIn, type FieldName, type Mistakes, mistakesFrom, REASON_MAX, reasonLength } from "./model";
import { usePlace } from "./use-place";

export function useUnlockForm() {
  const { employeeId, date, setDate, chooseEmployee, clear } = usePlace();
  const [reason, setReason] = useState("");
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly Unlocked[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const employeeField = useRef<HTMLInputElement>(null);
  const refusalBox = useRef<HTMLParagraphElement>(null);

  const touched = (name: FieldName) => {
    setMistakes(({ [name]: _, ...others }) => others);
    setRefusal(null);
  };

  /** Says what is wrong, at the fields and under them, and leads to the first thing to put right. */
  const refuse = (found: Mistakes, sentence: string | null, isWaiting = true) => {
    flushSync(() => {
      setMistakes(found);
      setRefusal(sentence);
    });
    if (!isWaiting) return;
    if (Object.keys(found).length > 0) focusFirstMistake(form.current);
    else refusalBox.current?.focus();
  };

  const { send, isSending } = useSend(directUnlock, {
    done: (answer, _sent, isWaiting) => {
      flushSync(() => {
        setOpened((before) => [answer, ...before]);
        setReason("");
        setMistakes({});
        setRefusal(null);
        clear();
      });
      if (isWaiting) employeeField.current?.focus();
    },
    refused: (error, _sent, isWaiting) => {
      const blamed = error instanceof ApiError ? mistakesFrom(error.errors) : {};
      const isBlamed = Object.keys(blamed).length > 0;
      refuse(blamed, isBlamed ? null : messageOr(error, words.failedWhy), isWaiting);
    },
  });

  const submit = () => {
    if (isSending) return;
    const blanks = blanksIn({ employeeId, date, reason });
    if (Object.keys(blanks).length > 0) return refuse(blanks, words.blank);
    // Its sentence stands at the field already.
    if (reasonLength(reason) > REASON_MAX) return focusFirstMistake(form.current);
    setRefusal(null);
    send({ employeeId, requestedDate: date, reason: reason.trim() });
  };

  return {
    employeeId,
    date,
    reason,
    mistakes,
    refusal,
    opened,
    isSending,
    refs: { form, employeeField, refusalBox },
    chooseEmployee: (id: string) => {
      chooseEmployee(id);
      touched("employeeId");
    },
    setDate: (day: string) => {
      setDate(day);
      touched("requestedDate");
    },
    setReason: (text: string) => {
      setReason(text);
      touched("reason");
    },
    submit,
  };
}
