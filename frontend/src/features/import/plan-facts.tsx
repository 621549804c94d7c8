/** How the file was read, and what of it says nothing to Daybook. */
import { Button } from "../../ui/button";
import styles from "./import.module.css";
import { words } from "./messages";
import type { Plan } from "./model";

/** Without `onChange` there is nothing to change any more. */
export function PlanFacts({ plan, onChange }: { plan: Plan; onChange: (() => void) | undefined }) {
  const { kind, encoding, separator, dates, decimal, ignoredColumns } = plan;
  const forms = [dates && words.datesRead[dates], decimal && words.decimalRead[decimal]].filter(Boolean);
  return (
    <div className={styles.facts}>
      <div className={styles.reading}>
        <span className="quiet">{words.titles[kind]}</span>
        {encoding && separator && (
          <span>{`${words.encodings[encoding]}, separated by ${words.separators[separator]}`}</span>
        )}
        {forms.length > 0 && <span className="quiet">{forms.join(", ")}</span>}
        {separator && onChange && (
          <Button variant="quiet" onClick={onChange}>
            Change
          </Button>
        )}
      </div>
      {ignoredColumns.length > 0 && (
        <p className="quiet small">
          {ignoredColumns.length === 1
            ? "This column is not known and was ignored: "
            : "These columns are not known and were ignored: "}
          <bdi>{ignoredColumns.join(", ")}</bdi>
        </p>
      )}
    </div>
  );
}
