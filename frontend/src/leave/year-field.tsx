/** Which leave year is shown: the last, this or the next. */
import { useSession } from "../session/current";
import { NumberSelect } from "../ui/select";
import styles from "./leave.module.css";
import { words } from "./messages";
import { leaveYears } from "./reads";

type Props = { year: number; onChange: (year: number) => void };

export function YearField({ year, onChange }: Props) {
  const { today } = useSession();
  return (
    <NumberSelect
      label={words.year}
      fieldClassName={styles.year}
      value={year}
      options={leaveYears(today)}
      onChange={onChange}
    />
  );
}
