/** Which leave year is shown: the last, this or the next. */
import { useSession } from "../session/current";
import { Select } from "../ui/select";
import styles from "./leave.module.css";
import { words } from "./messages";
import { leaveYears } from "./reads";

type Props = { year: number; onChange: (year: number) => void };

export function YearField({ year, onChange }: Props) {
  const { today } = useSession();
  return (
    <Select
      label={words.year}
      fieldClassName={styles.year}
      value={String(year)}
      options={leaveYears(today).map((one) => ({ value: String(one), label: String(one) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
