/** Which month is shown, and of it whom, in which order. */
import { firstDay, formatDay, type Month } from "../../domain/day";
import { Button } from "../../ui/button";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import styles from "./attendance.module.css";
import { words } from "./messages";
import { monthsOf, ORDERS, yearsUntil } from "./model";
import type { useView } from "./use-view";

type View = ReturnType<typeof useView>;

export function MonthFilter({ view, now, onCurrent }: { view: View; now: Month; onCurrent: () => void }) {
  const { month } = view;
  // A month that the chosen year has not come to gives way to the last one that it has.
  const showYear = (year: number) => {
    const last = monthsOf(year, now).length;
    view.showMonth({ year, month: Math.min(month.month, last) });
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
        onChange={(value) => view.showMonth({ year: month.year, month: Number(value) })}
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

/** Narrows the list below it; what is counted above it stays counted over everybody. */
export function PeopleFilter({ view: { search, find, order, arrange } }: { view: View }) {
  return (
    <search className={styles.whom} data-print="hide">
      <SearchField label={words.search} placeholder={words.hint} value={search} onSearch={find} />
      <Select
        label={words.order}
        value={order}
        options={ORDERS.map((one) => ({ value: one, label: words.orders[one] }))}
        onChange={arrange}
      />
    </search>
  );
}
