/** What all charts of bars are drawn with: series, patterns, the width there is, and the words at a bar. */
import { PatternCircles, PatternLines } from "@visx/pattern";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DASH } from "../empty";
import styles from "./chart.module.css";

/** Each tone has a pattern of its own, so that colour is never the only difference. Accent and approved share one. */
export type Tone = "accent" | "approved" | "pending" | "rejected" | "past";

export type Series<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly tone: Tone;
};

/** Null: nobody knows the figure. There is no bar then, and a dash in its place. */
export type Figure = number | null;

export type Bar<Name extends string> = {
  /** What stands below the bar; unique. */
  readonly label: string;
  /** The same in full, for the table. */
  readonly name: string;
  readonly values: Readonly<Record<Name, Figure>>;
};

export type ChartProps<Name extends string> = {
  title: string;
  /** What the rows of the table are. */
  heading: string;
  series: readonly Series<Name>[];
  bars: readonly Bar<Name>[];
  /** A figure with its unit. */
  format: (value: number) => string;
};

/** Of those figures that are known; null where none is. */
export function sumOf(values: readonly Figure[]): Figure {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A figure as it is written, a missing one as a dash. */
export const sayer =
  (format: (value: number) => string) =>
  (value: Figure): string =>
    value === null ? DASH : format(value);
export type Sayer = ReturnType<typeof sayer>;

/** About what a letter of a label takes, in pixels. */
const LETTER = 7;

/** How much room the longest of these words takes in a line, in pixels. */
export const roomFor = (words: readonly string[]): number =>
  LETTER * Math.max(0, ...words.map(({ length }) => length));

/** The width there is; a usual one until it is measured. */
export function useWidth() {
  const [width, setWidth] = useState(640);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

export function Pattern({ id, tone }: { id: string; tone: Tone }) {
  const colour = `var(--${tone})`;
  const shape = { id, height: 6, width: 6, background: `var(--${tone}-soft)` };
  if (tone === "pending")
    return <PatternLines {...shape} stroke={colour} strokeWidth={2} orientation={["diagonal"]} />;
  if (tone === "rejected") return <PatternCircles {...shape} fill={colour} radius={1.5} />;
  if (tone === "past")
    return <PatternLines {...shape} stroke={colour} strokeWidth={1} orientation={["horizontal"]} />;
  return <PatternLines {...shape} background={colour} stroke={colour} strokeWidth={1} />;
}

export const patternOf = (id: string, name: string): string => `url(#${id}-${name})`;

type KeyProps<Name extends string> = {
  id: string;
  series: Series<Name>;
  bars: readonly Bar<Name>[];
  say: Sayer;
};

/** A series with its sum. It is filled as its bars are, by a pattern that the chart has defined. */
export function Key<Name extends string>({ id, series: { name, label, tone }, bars, say }: KeyProps<Name>) {
  return (
    <>
      <svg width="12" height="12" aria-hidden="true" className={styles[tone]}>
        <rect width="12" height="12" fill={patternOf(id, name)} />
      </svg>
      {label} {say(sumOf(bars.map(({ values }) => values[name])))}
    </>
  );
}

type AtBar = { x: number; y: number; isTurned: boolean; children: ReactNode };

/** The figure at the end of a bar: above it, or along it where the bars stand close together. */
export function FigureAt({ x, y, isTurned, children }: AtBar) {
  return isTurned ? (
    <text
      className={styles.figures}
      dominantBaseline="central"
      transform={`translate(${x} ${y - 6}) rotate(-90)`}
    >
      {children}
    </text>
  ) : (
    <text className={styles.figures} textAnchor="middle" x={x} y={y - 6}>
      {children}
    </text>
  );
}

type LabelsProps = {
  labels: readonly string[];
  /** The middle of a bar. */
  middle: (label: string) => number;
  /** From one bar to the next, in pixels. */
  step: number;
  width: number;
  y: number;
};

/** What stands below the bars: at each of them, or at as many as there is room for, the last one always. */
export function Labels({ labels, middle, step, width, y }: LabelsProps) {
  const room = roomFor(labels);
  // At either end a label keeps within the chart, and comes closer to its neighbour by half its length.
  const every = room <= step ? 1 : Math.ceil((1.5 * room) / step);
  return labels.map(
    (label, index) =>
      (labels.length - 1 - index) % every === 0 && (
        <text
          key={label}
          className={styles.label}
          textAnchor="middle"
          x={Math.min(width - room / 2, Math.max(room / 2, middle(label)))}
          y={y}
        >
          {label}
        </text>
      ),
  );
}
