/** Who has missing days opens to show which. */
import { Day } from "../../ui/columns";
import styles from "./reports.module.css";

export const datesOf = <Row extends { readonly name: string }>(dates: (row: Row) => readonly string[]) => ({
  head: "Dates",
  labelOf: ({ name }: Row) => `Missing days of ${name}`,
  content: (row: Row) =>
    dates(row).length === 0 ? null : (
      <ul className={styles.dates}>
        {dates(row).map((date) => (
          <li key={date}>
            <Day date={date} />
          </li>
        ))}
      </ul>
    ),
});
