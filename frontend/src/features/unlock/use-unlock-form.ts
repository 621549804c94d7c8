/** The form while it is filled in. Whom and which day it is about stands in the address; the reason is all that can get lost. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { messageOr, refusalOf } from "../../api/error";
import { useForm } from "../../api/use-form";
import { mistakeInReason } from "../../domain/reason";
import { directUnlock, type Unlocked, type Unlocking } from "./api";
import { words } from "./messages";
import { blanksIn } from "./model";
import { usePlace } from "./use-place";

const BLANK = { reason: "" };

export function useUnlockForm() {
  const { employeeId, date, setDate, chooseEmployee, clear } = usePlace();
  const [opened, setOpened] = useState<readonly Unlocked[]>([]);
  const employeeField = useRef<HTMLInputElement>(null);
  const form = useForm<typeof BLANK, Unlocking, Unlocked>({
    initial: BLANK,
    write: directUnlock,
    check: ({ reason }) => {
      const mistakes = blanksIn({ employeeId, date, reason });
      if (Object.keys(mistakes).length > 0) return { mistakes, sentence: "Please fill in all fields" };
      const reasonMistake = mistakeInReason(reason);
      return reasonMistake === null ? {} : { mistakes: { reason: reasonMistake } };
    },
    variablesOf: ({ reason }) => ({ employeeId, requestedDate: date, reason: reason.trim() }),
    done: (answer, isWaiting) => {
      flushSync(() => {
        setOpened((before) => [answer, ...before]);
        form.reset(BLANK);
        clear();
      });
      if (isWaiting) employeeField.current?.focus();
    },
    isRefusalSaidTwice: true,
    refusalOf: (error, _usual, { reason }) => {
      const fields = { employeeId, requestedDate: date, reason };
      return refusalOf(error, fields, messageOr(error, words.failedWhy));
    },
  });

  return {
    ...form,
    employeeId,
    date,
    opened,
    employeeField,
    chooseEmployee: (id: string) => {
      chooseEmployee(id);
      form.forgive("employeeId");
    },
    setDate: (day: string) => {
      setDate(day);
      form.forgive("requestedDate");
    },
  };
}
