/** A bar in each row, for things with names too long to stand below a bar. */
import { useId } from "react";
import styles from "./chart.module.css";
import { ChartFigure } from "./figure";
import { type Figure, Pattern, sayer } from "./parts";

type Props = {
  title: string;
  /** What the rows are. */
  heading: string;
  /** What is counted. */
  label: string;
  rows: readonly { readonly name: string; readonly value: Figure }[];
  /** A figure with its unit. */
  format: (value: number) => string;
  /** The end of the scale. */
  most: number;
};

export function BarRows({ title, heading, label, rows, format, most }: Props) {
  const id = useId();
  const say = sayer(format);
  return (
    <ChartFigure
      title={title}
      numbers={{ head: [heading, label], rows: rows.map(({ name, value }) => [name, say(value)]) }}
    >
      <ul className={styles.rows}>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <span dir="auto">{name}</span>
            <span className={styles.track}>
              <svg width={`${(100 * (value ?? 0)) / most}%`} height="20" aria-hidden="true">
                <defs>
                  <Pattern id={id} tone="accent" />
                </defs>
                <rect className={styles.accent} width="100%" height="20" fill={`url(#${id})`} />
              </svg>
              <span className={styles.value}>{say(value)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}
