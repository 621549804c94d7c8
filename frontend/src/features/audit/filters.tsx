/** Which entries are shown: of which days, what was done, by whom and about whom. */
import { type ComponentProps, type Ref, useState } from "react";
import { afterPaint } from "../../ui/after-paint";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { TextField } from "../../ui/field";
import styles from "./audit.module.css";
import type { Choices as Lists } from "./choices";
import { words } from "./messages";
import type { Log } from "./use-log";

const said = words.filters;

const Choices = afterPaint<ComponentProps<typeof Lists>>(
  async () => (await import("./choices")).Choices,
  () =>
    [said.action, said.by, said.about].map((label) => (
      <TextField key={label} label={label} disabled value="" readOnly />
    )),
);

type Props = { log: Log; onClear: () => void; ref: Ref<HTMLFieldSetElement> };

export function Filters({ log, onClear, ref }: Props) {
  const { filter, narrow } = log;
  return (
    <fieldset ref={ref} className={styles.filters} data-print="hide">
      <legend className="visually-hidden">Filters</legend>
      <DayField label="From" day={filter.from ?? ""} onChange={(day) => narrow("from", day)} />
      <DayField label="To" day={filter.to ?? ""} onChange={(day) => narrow("to", day)} />
      <Choices log={log} />
      <Checkbox
        className={styles.signIns}
        label="Hide sign-ins"
        name="withoutSignIns"
        checked={filter.withoutSignIns === true}
        onChange={log.hideSignIns}
      />
      {log.isFiltered && (
        <Button variant="quiet" className={styles.clear} onClick={onClear}>
          {words.clear}
        </Button>
      )}
    </fieldset>
  );
}

/** A year is typed digit by digit: before this one it is not yet whole. */
const FIRST_YEAR = "2000";

type DayProps = { label: string; day: string; onChange: (day: string) => void };

function DayField({ label, day, onChange }: DayProps) {
  const [typed, setTyped] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setTyped(day);
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value !== day && (value === "" || value >= FIRST_YEAR)) onChange(value);
      }}
    />
  );
}
