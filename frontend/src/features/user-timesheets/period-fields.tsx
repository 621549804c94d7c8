/** The month and the year in view, out of those that the server lets one see. */
import { firstDay, formatDay, type Month } from "../../domain/day";
import { clamp, type Limits } from "../../ui/month-grid-place";
import { NumberSelect, Select } from "../../ui/select";
import styles from "./user-timesheets.module.css";

type Props = { month: Month; limits: Limits; onMonth: (month: Month) => void };

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

const nameOf = (month: number, year: number) => formatDay(firstDay({ month, year }), "monthName");

export function PeriodFields({ month: { month, year }, limits, onMonth }: Props) {
  const years = limits ? range(limits.earliest.year, limits.latest.year) : [year];
  const first = limits && year === limits.earliest.year ? limits.earliest.month : 1;
  const last = limits && year === limits.latest.year ? limits.latest.month : 12;
  return (
    <div className={styles.period} data-print="hide">
      <Select
        label="Month"
        value={String(month)}
        options={(limits ? range(first, last) : [month]).map((one) => ({
          value: String(one),
          label: nameOf(one, year),
        }))}
        onChange={(value) => onMonth({ year, month: Number(value) })}
      />
      <NumberSelect
        label="Year"
        value={year}
        options={years}
        onChange={(value) => onMonth(clamp({ year: value, month }, limits))}
      />
    </div>
  );
}
