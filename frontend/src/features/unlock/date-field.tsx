/** Which day: the limits that hold for this person are explained where the day is chosen, and the likely days are a press away. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../api/query-state";
import { personQueries } from "../../api/reads";
import { formatDay } from "../../domain/day";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { UnlockWindow } from "./api";
import { words } from "./messages";
import { closedSentence, daysOf, limitsOf, refusalOf } from "./model";
import styles from "./unlock.module.css";

const said = words.date;

type Props = {
  employeeId: string;
  date: string;
  onChange: (date: string) => void;
  error: string | null;
  readOnly: boolean;
};

export function DateField({ employeeId, date, onChange, error, readOnly }: Props) {
  const { today } = useSession();
  const window = useQuery({ ...personQueries.unlockWindow(employeeId), enabled: employeeId !== "" });
  const limits = employeeId === "" ? undefined : window.data;
  const pick = { date, today, onPick: onChange, disabled: readOnly };
  return (
    <div className={styles.date}>
      <TextField
        label="Date to unlock"
        name="date"
        type="date"
        aria-required
        value={date}
        {...(limits && limitsOf(limits))}
        readOnly={readOnly}
        // The field writes days in figures only; the weekday is what people go by.
        aside={date !== "" && <time dateTime={date}>{formatDay(date, "long")}</time>}
        hint={hintOf(employeeId, window)}
        error={error ?? closedSentence(date, limits)}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* If the caller may not open this person's days, the employee field says so. */}
      {employeeId !== "" && window.isError && refusalOf(window.error) === null && (
        <Failure query={window} failed="The days you can unlock could not be loaded." />
      )}
      {limits && <DayPicks {...pick} label="Days you can unlock" days={daysOf(limits)} />}
      {limits && <DayPicks {...pick} label="Rejected days you can unlock" days={limits.rejectedDates} />}
    </div>
  );
}

function hintOf(employeeId: string, window: UseQueryResult<UnlockWindow>): string | null {
  if (employeeId === "") return "Choose the employee first. The days you can unlock depend on the person.";
  if (window.isPending) return "Loading the days you can unlock...";
  return window.data?.reason ?? null;
}

const SHOWN = 8;

type PicksProps = {
  label: string;
  days: readonly string[];
  date: string;
  today: string;
  onPick: (date: string) => void;
  disabled: boolean;
};

function DayPicks({ label, days, date, today, onPick, disabled }: PicksProps) {
  const [all, setAll] = useState(false);
  if (days.length === 0) return null;
  return (
    <fieldset className={styles.picks} disabled={disabled}>
      <legend>{label}</legend>
      {(all ? days : days.slice(0, SHOWN)).map((day) => (
        <Button
          key={day}
          className={styles.pick}
          aria-pressed={day === date}
          aria-label={`${formatDay(day, "long")}${day === today ? `, ${said.today}` : ""}`}
          onClick={() => onPick(day)}
        >
          {formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? "medium" : "week")}
          {day === today && <span className={styles.today}>{said.today}</span>}
        </Button>
      ))}
      {days.length > SHOWN && !all && (
        <Button variant="quiet" className={styles.pick} onClick={() => setAll(true)}>
          {`Show all ${days.length}`}
        </Button>
      )}
    </fieldset>
  );
}
