/** Figures in rows and columns; a darker cell is a higher figure. Each cell shows its figure, so no other table is needed. */
import { Section } from "../page";
import styles from "./chart.module.css";

type Row = {
  readonly name: string;
  /** One for each column; null where there is none. */
  readonly values: readonly (number | null)[];
};

type Props = {
  title: string;
  /** What the rows are. */
  heading: string;
  columns: readonly string[];
  rows: readonly Row[];
  format: (value: number) => string;
};

const LEVELS = 4;

export function HeatMap({ title, heading, columns, rows, format }: Props) {
  const most = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const levelOf = (value: number) => (most === 0 ? 0 : Math.ceil((value / most) * LEVELS));
  return (
    <Section title={title}>
      <div className={styles.scroll}>
        <table className={styles.heat} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {columns.map((column, index) => {
                  const value = values[index] ?? null;
                  return (
                    <td key={column} data-level={value === null ? undefined : levelOf(value)}>
                      {value === null ? "–" : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
