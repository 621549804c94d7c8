/** The form while it is filled in: what is chosen and typed, what is wrong with it, and the call. A refusal loses none of it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, messageOr } from "../../api/error";
import { formatDay } from "../../domain/day";
import { focusFirstMistake } from "../../ui/form";
import { toast } from "../../ui/toast";
import { directUnlock, type Unlocked } from "./api";
import { words } from "./messages";
import { blanksIn, type FieldName, type Mistakes, mistakesFrom, REASON_MAX, reasonLength } from "./model";
import { usePlace } from "./use-place";

const DONE_MS = 6000;
const FAILED_MS = 8000;

export function useUnlockForm() {
  const client = useQueryClient();
  const { employeeId, date, setDate, chooseEmployee, clear } = usePlace();
  const [reason, setReason] = useState("");
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly Unlocked[]>([]);
  const unlock = useMutation(directUnlock(client));
  const form = useRef<HTMLFormElement>(null);
  const employeeField = useRef<HTMLInputElement>(null);
  const refusalBox = useRef<HTMLParagraphElement>(null);

  const touched = (name: FieldName) => {
    setMistakes(({ [name]: _, ...others }) => others);
    setRefusal(null);
  };

  /** Says what is wrong, at the fields and under them, and leads to the first thing to put right. */
  const refuse = (found: Mistakes, sentence: string | null) => {
    flushSync(() => {
      setMistakes(found);
      setRefusal(sentence);
    });
    if (Object.keys(found).length > 0) focusFirstMistake(form.current);
    else refusalBox.current?.focus();
  };

  const succeeded = (answer: Unlocked) => {
    flushSync(() => {
      setOpened((before) => [answer, ...before]);
      setReason("");
      setMistakes({});
      setRefusal(null);
      clear();
    });
    toast.success(words.done, {
      description: words.doneFor(answer.employee.name, formatDay(answer.unlockRequest.requestedDate, "long")),
      durationMs: DONE_MS,
    });
    employeeField.current?.focus();
  };

  const failed = (error: unknown) => {
    const sentence = messageOr(error, words.failedWhy);
    toast.error(words.failed, { description: sentence, durationMs: FAILED_MS });
    const blamed = error instanceof ApiError ? mistakesFrom(error.errors) : {};
    refuse(blamed, Object.keys(blamed).length > 0 ? null : sentence);
  };

  const submit = () => {
    if (unlock.isPending) return;
    const blanks = blanksIn({ employeeId, date, reason });
    if (Object.keys(blanks).length > 0) return refuse(blanks, words.blank);
    // Its sentence stands at the field already.
    if (reasonLength(reason) > REASON_MAX) return focusFirstMistake(form.current);
    setRefusal(null);
    unlock.mutate(
      { employeeId, requestedDate: date, reason: reason.trim() },
      { onSuccess: succeeded, onError: failed },
    );
  };

  return {
    employeeId,
    date,
    reason,
    mistakes,
    refusal,
    opened,
    isSending: unlock.isPending,
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
