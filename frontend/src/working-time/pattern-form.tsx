/** From which day on which pattern shall hold. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError, messageOr, refusalOf } from "../api/error";
import { useForm } from "../api/use-form";
import { weekdayNames } from "../domain/day";
import type { Pattern } from "../domain/types";
import { Checkbox } from "../ui/checkbox";
import { TextField } from "../ui/field";
import { EditForm } from "../ui/form";
import { savePattern } from "./api";
import { words } from "./messages";
import { draftOf, mistakesIn, savingOf, WEEKDAYS, withDay } from "./model";
import styles from "./working-time.module.css";

type Props = {
  /** What the fields begin with. */
  current: Pattern;
  version: number;
  /** Whose; the organisation's where it is left out. */
  userId: string | undefined;
  today: string;
  onDirty: (isDirty: boolean) => void;
  onDone: (takesFocus: boolean) => void;
};

export function PatternForm({ current, version, userId, today, onDirty, onDone }: Props) {
  const first = useRef<HTMLInputElement>(null);
  // Somebody who was not told of a change has decided without it, whatever the rows below say by now.
  const [opened] = useState(version);
  const [isTold, setTold] = useState(false);
  const form = useForm({
    initial: draftOf(current, today),
    write: savePattern,
    check: (draft) => ({ mistakes: mistakesIn(draft) }),
    variablesOf: (draft) => savingOf(draft, { version: isTold ? version : opened, userId }),
    done: (_answer, isWaiting): void => onDone(isWaiting),
    refusalOf: (error) => {
      if (error instanceof ApiError && error.status === 409) setTold(true);
      const fields = { from: "", workingDays: "", fullDayHours: "", halfDayHours: "" };
      return refusalOf(error, fields, messageOr(error, words.saveFailed));
    },
  });
  const { draft, isSending, isDirty, mistakes } = form;

  useLayoutEffect(() => first.current?.focus(), []);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const isOff = isSending || draft.usesOrganisations;
  const hours = (name: "fullDayHours" | "halfDayHours", label: string) => (
    <TextField
      {...form.field(name)}
      label={label}
      aside="Hours"
      inputMode="decimal"
      autoComplete="off"
      disabled={draft.usesOrganisations}
    />
  );
  return (
    <EditForm form={form} className={styles.form} onCancel={() => onDone(true)}>
      <TextField
        {...form.field("from")}
        ref={first}
        label="From"
        type="date"
        hint={draft.from !== "" && draft.from < today ? "Attendance is recalculated from that day on." : null}
      />
      {userId !== undefined && (
        <Checkbox {...form.tick("usesOrganisations")} label="Use the organisation's pattern" />
      )}
      <Days
        days={draft.days}
        error={mistakes.workingDays}
        disabled={isOff}
        onChange={(days) => {
          form.edit("days", days);
          form.forgive("workingDays");
        }}
      />
      <div className={styles.hours}>
        {hours("fullDayHours", "Full Day")}
        {hours("halfDayHours", "Half Day")}
      </div>
    </EditForm>
  );
}

type DaysProps = {
  days: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (days: string) => void;
};

function Days({ days, error, disabled, onChange }: DaysProps) {
  const id = useId();
  const names = weekdayNames("mon");
  return (
    <fieldset
      className={styles.days}
      disabled={disabled}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>Working Days</legend>
      {WEEKDAYS.map((day) => (
        <Checkbox
          key={day}
          name={`day${day}`}
          label={names[day - 1]}
          checked={days.includes(String(day))}
          onChange={(isChosen) => onChange(withDay(days, day, isChosen))}
        />
      ))}
      {error && (
        <p id={`${id}-error`} className="mistake">
          {error}
        </p>
      )}
    </fieldset>
  );
}
