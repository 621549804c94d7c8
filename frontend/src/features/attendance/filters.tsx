/** Which month is shown, and of it whom. */
import { firstDay, formatDay, type Month } from "../../domain/day";
import { Button } from "../../ui/button";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import styles from "./attendance.module.css";
import { words } from "./messages";
import { monthsOf, yearsUntil } from "./model";

type Props = { month: Month; now: Month; onMonth: (month: Month) => void; onCurrent: () => void };

export function MonthFilter({ month, now, onMonth, onCurrent }: Props) {
  // If the chosen year has not reached this month, its last month is shown.
  const showYear = (year: number) => {
    const last = monthsOf(year, now).length;
    onMonth({ year, month: Math.min(month.month, last) });
  };
  return (
    <fieldset className={styles.months} data-print="hide">
      <legend className="visually-hidden">{words.months}</legend>
      <Select
        label={words.month}
        value={String(month.month)}
        options={monthsOf(month.year, now).map((one) => ({
          value: String(one),
          label: formatDay(firstDay({ year: month.year, month: one }), "monthName"),
        }))}
        onChange={(value) => onMonth({ year: month.year, month: Number(value) })}
      />
      <Select
        label={words.year}
        value={String(month.year)}
        options={yearsUntil(now).map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(value) => showYear(Number(value))}
      />
      <Button onClick={onCurrent}>{words.currentMonth}</Button>
    </fieldset>
  );
}

/** Narrows the list below it. The counts above it stay those of everybody. */
export function PeopleFilter({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  return (
    <search className={styles.whom} data-print="hide">
      <SearchField label={words.search} placeholder={words.hint} value={search} onSearch={onSearch} />
    </search>
  );
}
