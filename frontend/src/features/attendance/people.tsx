/** The people of one page: a table, or cards where there is no room for one. */
import { Status } from "../../ui/status";
import { useMedia } from "../../ui/use-media";
import styles from "./attendance.module.css";
import { words } from "./messages";
import { type Row, rateText } from "./model";

const { columns } = words;
type Props = { rows: readonly Row[]; label: string };

export function People(props: Props) {
  // Paper always has the table: its width does not depend on a window.
  const asCards = useMedia("screen and (max-width: 48rem)");
  return asCards ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ rows, label }: Props) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.employeeId}</th>
          <th scope="col" className={styles.number}>
            {columns.workingDays}
          </th>
          <th scope="col" className={styles.number}>
            {columns.present}
          </th>
          <th scope="col" className={styles.number}>
            {columns.rate}
          </th>
          <th scope="col" className={styles.rating}>
            {columns.rating}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.place}>
            <th scope="row">
              <bdi>{row.name}</bdi>
            </th>
            <td className={styles.id}>{row.employeeId}</td>
            <td className={styles.number}>{row.totalWorkingDays}</td>
            <td className={styles.number} data-whole={Number.isInteger(row.totalPresent) || undefined}>
              {row.totalPresent}
            </td>
            <td className={styles.number}>
              <Rate rate={row.attendanceRate} />
            </td>
            <td className={styles.rating}>
              <Status kind={row.rating} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows, label }: Props) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.place} className={styles.card}>
          <p className={styles.who}>
            <bdi className={styles.name}>{row.name}</bdi>
            <span className={styles.id}>{row.employeeId}</span>
          </p>
          <Status kind={row.rating} />
          <dl className={styles.facts}>
            <div>
              <dt>{columns.workingDays}</dt>
              <dd>{row.totalWorkingDays}</dd>
            </div>
            <div>
              <dt>{columns.present}</dt>
              <dd>{row.totalPresent}</dd>
            </div>
            <div>
              <dt>{columns.rate}</dt>
              <dd>
                <Rate rate={row.attendanceRate} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Rate({ rate }: { rate: number | null }) {
  if (rate !== null) return rateText(rate);
  return (
    <>
      <span aria-hidden="true">{words.noRate}</span>
      <span className="visually-hidden">{words.noRateSpoken}</span>
    </>
  );
}
