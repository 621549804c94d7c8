/** The form while it is filled in: what is chosen and typed, what is wrong with it, and the call. A refusal loses none of it. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { messageOr, refusalOf } from "../../api/error";
import { useSend } from "../../api/send";
import { useRefusal } from "../../ui/use-refusal";
import { directUnlock, type Unlocked } from "./api";
import { words } from "./messages";
import { blanksIn, type FieldName, REASON_MAX, reasonLength } from "./model";
import { usePlace } from "./use-place";

export function useUnlockForm() {
  const { employeeId, date, setDate, chooseEmployee, clear } = usePlace();
  const [reason, setReason] = useState("");
  const { mistakes, sentence, box, within, refuse, forgive } = useRefusal<FieldName>();
  const [opened, setOpened] = useState<readonly Unlocked[]>([]);
  const employeeField = useRef<HTMLInputElement>(null);

  const { send, isSending } = useSend(directUnlock, {
    done: (answer, _sent, isWaiting) => {
      flushSync(() => {
        setOpened((before) => [answer, ...before]);
        setReason("");
        forgive();
        clear();
      });
      if (isWaiting) employeeField.current?.focus();
    },
    refused: (error, { employeeId, requestedDate, reason }, isWaiting) => {
      const fields = { employeeId, requestedDate, reason };
      refuse(refusalOf(error, fields, messageOr(error, words.failedWhy)), isWaiting);
    },
  });

  const submit = () => {
    if (isSending) return;
    const blanks = blanksIn({ employeeId, date, reason });
    if (Object.keys(blanks).length > 0) return refuse({ mistakes: blanks, sentence: words.blank });
    if (reasonLength(reason) > REASON_MAX)
      return refuse({ mistakes: { reason: words.reason.tooLong(REASON_MAX) } });
    forgive();
    send({ employeeId, requestedDate: date, reason: reason.trim() });
  };

  return {
    employeeId,
    date,
    reason,
    mistakes,
    sentence,
    opened,
    isSending,
    refs: { within, employeeField, box },
    chooseEmployee: (id: string) => {
      chooseEmployee(id);
      forgive("employeeId");
    },
    setDate: (day: string) => {
      setDate(day);
      forgive("requestedDate");
    },
    setReason: (text: string) => {
      setReason(text);
      forgive("reason");
    },
    submit,
  };
}
