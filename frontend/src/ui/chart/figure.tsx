/**
 * What every chart has around it: its heading and its numbers as a table. To somebody who listens it is one image, named by the one and
 * described by the other.
 */
import { type ReactNode, useId, useState } from "react";
import { Button } from "../button";
import { DASH, Nothing } from "../empty";
import { Section } from "../page";
import styles from "./chart.module.css";

export type Numbers = {
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
};

type Props = { title: string; numbers: Numbers; children: ReactNode };

export function ChartFigure({ title, numbers: { head, rows }, children }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={title}
      aside={
        <Button
          variant="quiet"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          data-print="hide"
        >
          {isOpen ? "Hide Numbers" : "Show Numbers"}
        </Button>
      }
    >
      <figure role="img" aria-label={title} aria-describedby={id} className={styles.figure}>
        {children}
      </figure>
      {/* On paper nobody can press the button: there the numbers always stand below. */}
      <table id={id} className={styles.numbers} data-open={isOpen} aria-label={title}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell === DASH ? <Nothing /> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
