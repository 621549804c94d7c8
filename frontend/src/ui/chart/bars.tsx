/** Bars, of one series or of several on top of each other, from a zero baseline, each with its figure. */
import { PatternCircles, PatternLines } from "@visx/pattern";
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { useEffect, useId, useRef, useState } from "react";
import { words } from "../messages";
import styles from "./chart.module.css";
import { ChartFigure } from "./figure";

/** Each tone has a pattern of its own, so that colour is never the only difference. */
type Tone = "accent" | "approved" | "pending" | "rejected";

export type Series<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly tone: Tone;
};

export type Bar<Name extends string> = {
  /** What stands below the bar; unique. */
  readonly label: string;
  /** The same in full, for the table. */
  readonly name: string;
  readonly values: Readonly<Record<Name, number>>;
};

type Props<Name extends string> = {
  title: string;
  /** What the rows of the table are. */
  heading: string;
  series: readonly Series<Name>[];
  bars: readonly Bar<Name>[];
  /** A figure with its unit. */
  format: (value: number) => string;
};

const HEIGHT = 208;
const TOP = 24;
const FOOT = 24;
/** About what a letter of a label takes. Where they do not fit side by side, every other bar has one. */
const LETTER = 7;

/** The width there is; a usual one until it is measured. */
function useWidth() {
  const [width, setWidth] = useState(640);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

function Pattern({ id, tone }: { id: string; tone: Tone }) {
  const colour = `var(--${tone})`;
  const shape = { id, height: 6, width: 6, background: `var(--${tone}-soft)` };
  if (tone === "pending")
    return <PatternLines {...shape} stroke={colour} strokeWidth={2} orientation={["diagonal"]} />;
  if (tone === "rejected") return <PatternCircles {...shape} fill={colour} radius={1.5} />;
  return <PatternLines {...shape} background={colour} stroke={colour} strokeWidth={1} />;
}

export function Bars<Name extends string>({ title, heading, series, bars, format }: Props<Name>) {
  const id = useId();
  const { box, width } = useWidth();
  const names = series.map(({ name }) => name);
  const totalOf = ({ values }: Bar<Name>) => names.reduce((sum, name) => sum + values[name], 0);
  const sumOf = (name: Name) => bars.reduce((sum, { values }) => sum + values[name], 0);
  const fill = (name: string) => `url(#${id}-${name})`;

  const x = scaleBand({ domain: bars.map(({ label }) => label), range: [0, width], padding: 0.3 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(totalOf))],
    range: [HEIGHT - FOOT, TOP],
  });
  const colour = scaleOrdinal({ domain: names, range: names.map(fill) });
  const middle = (label: string) => (x(label) ?? 0) + x.bandwidth() / 2;
  const everyOther = x.step() < LETTER * Math.max(...bars.map(({ label }) => label.length));
  const said = bars.map((bar) => `${bar.name}: ${format(totalOf(bar))}`).join("; ");

  return (
    <ChartFigure
      title={title}
      numbers={{
        head: [heading, ...series.map(({ label }) => label), ...(series.length > 1 ? [words.total] : [])],
        rows: bars.map((bar) => [
          bar.name,
          ...names.map((name) => format(bar.values[name])),
          ...(series.length > 1 ? [format(totalOf(bar))] : []),
        ]),
      }}
    >
      {series.length > 1 && (
        <ul className={styles.key}>
          {series.map(({ name, label, tone }) => (
            <li key={name}>
              <svg width="12" height="12" aria-hidden="true" className={styles[tone]}>
                <rect width="12" height="12" fill={fill(name)} />
              </svg>
              {label} {format(sumOf(name))}
            </li>
          ))}
        </ul>
      )}
      <div ref={box}>
        <svg
          className={styles.chart}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${title}: ${said}`}
        >
          <defs>
            {series.map(({ name, tone }) => (
              <Pattern key={name} id={`${id}-${name}`} tone={tone} />
            ))}
          </defs>
          <BarStack
            data={[...bars]}
            keys={names}
            x={({ label }) => label}
            value={({ values }, name) => values[name]}
            xScale={x}
            yScale={y}
            color={colour}
          >
            {(stacks) =>
              stacks.map((stack) =>
                stack.bars.map((bar) => (
                  <rect
                    key={`${bar.key} ${bar.index}`}
                    className={styles[series[stack.index]?.tone ?? "accent"]}
                    x={bar.x}
                    y={bar.y}
                    width={bar.width}
                    height={Math.max(0, bar.height)}
                    fill={bar.color}
                  />
                )),
              )
            }
          </BarStack>
          <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={styles.baseline} />
          {bars.map((bar, index) => (
            <g key={bar.label} textAnchor="middle">
              <text className={styles.figures} x={middle(bar.label)} y={y(totalOf(bar)) - 6}>
                {format(totalOf(bar))}
              </text>
              {(!everyOther || index % 2 === bars.length % 2) && (
                <text className={styles.label} x={middle(bar.label)} y={HEIGHT - 6}>
                  {bar.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </ChartFigure>
  );
}
