/** What the address leads to: all months of a year, one of them, or what differs between two of its revisions. */
import { useAddress } from "../../ui/use-address";
import { AllMonths } from "./all-months";
import { CheckChecksum } from "./check-checksum";
import { monthIn, revisionIn } from "./model";
import { MonthView } from "./month-view";
import styles from "./months.module.css";
import { useHeadingOfView } from "./use-heading-of-view";

export function Months() {
  const { words: said } = useAddress();
  const month = monthIn(said("month"));
  const [from, to] = [revisionIn(said("from")), revisionIn(said("to"))];
  const place = useHeadingOfView(`${month} ${from} ${to}`);
  return (
    <div ref={place} className={styles.view}>
      {month === "" ? (
        <AllMonths below={<CheckChecksum />} />
      ) : (
        <MonthView key={month} month={month} compared={from > 0 && to > 0 ? { from, to } : null} />
      )}
    </div>
  );
}
