/** Which month is shown, with what can be done about it beside. */
import type { ReactNode } from "react";
import { firstDay, formatDay, type Month, monthKey, monthOf } from "../../domain/day";
import { useToday } from "../../session/current";
import { Button } from "../../ui/button";
import { NumberSelect, Select } from "../../ui/select";
import { useAddress } from "../../ui/use-address";
import { monthNamed, monthsOf, yearsUntil } from "./model";
import styles from "./reports.module.css";

type List = {
  readonly chosen: { readonly month: string };
  readonly choose: (change: { readonly month: string }) => void;
};
type Query = { readonly refetch: () => unknown };

/** The month that the address names, and the way to another one. */
export function useMonth({ chosen, choose }: List) {
  const now = monthOf(useToday());
  const month = monthNamed(chosen.month, now);
  const isPresent = monthKey(month) === monthKey(now);
  const show = (next: Month) => choose({ month: monthKey(next) === monthKey(now) ? "" : monthKey(next) });
  return {
    now,
    month,
    name: formatDay(firstDay(month), "month"),
    isPresent,
    show,
    showPresent: (query: Query) => {
      // The month is shown already: asking for it again means its newest figures.
      if (isPresent) void query.refetch();
      show(now);
    },
  };
}

type Props = { shown: ReturnType<typeof useMonth>; query: Query; children: ReactNode };

export function MonthBar({ shown: { now, month, show, showPresent }, query, children }: Props) {
  // If the chosen year has not reached this month, its last month is shown.
  const showYear = (year: number) => {
    const last = monthsOf(year, now).length;
    show({ year, month: Math.min(month.month, last) });
  };
  return (
    <div className={styles.bar} data-print="hide">
      <fieldset className={styles.months}>
        <legend className="visually-hidden">The month to show</legend>
        <Select
          label="Month"
          value={String(month.month)}
          options={monthsOf(month.year, now).map((one) => ({
            value: String(one),
            label: formatDay(firstDay({ year: month.year, month: one }), "monthName"),
          }))}
          onChange={(value) => show({ year: month.year, month: Number(value) })}
        />
        <NumberSelect label="Year" value={month.year} options={yearsUntil(now)} onChange={showYear} />
        <Button onClick={() => showPresent(query)}>Current Month</Button>
      </fieldset>
      <div className="actions">{children}</div>
    </div>
  );
}

/** "November 2026", as the address says. */
export function MonthName() {
  const month = monthNamed(useAddress().words("month"), monthOf(useToday()));
  return <time dateTime={monthKey(month)}>{formatDay(firstDay(month), "month")}</time>;
}
