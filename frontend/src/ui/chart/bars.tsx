/** Bars, of one series or of several on top of each other, from a zero baseline, each with its figure. */
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { useId } from "react";
import styles from "./chart.module.css";
import { ChartFigure, type Numbers } from "./figure";
import {
  type Bar,
  FigureAt,
  Key,
  Labels,
  Pattern,
  roomFor,
  type Series,
  sayer,
  sumOf,
  useWidth,
} from "./parts";

type Props<Name extends string> = {
  title: string;
  /** What the rows of the table are. */
  heading: string;
  series: readonly Series<Name>[];
  bars: readonly Bar<Name>[];
  /** A figure with its unit. */
  format: (value: number) => string;
  /** The end of the scale, where that is not the highest bar. */
  most?: number;
  /** The table behind the chart, where it says more than the bars. */
  numbers?: Numbers;
};

const HEIGHT = 208;
const TOP = 24;
const FOOT = 24;

export function Bars<Name extends string>({
  title,
  heading,
  series,
  bars,
  format,
  most,
  numbers,
}: Props<Name>) {
  const id = useId();
  const { box, width } = useWidth();
  const say = sayer(format);
  const names = series.map(({ name }) => name);
  const totalOf = ({ values }: Bar<Name>) => sumOf(names.map((name) => values[name]));
  const totals = bars.map((bar) => say(totalOf(bar)));
  const fill = (name: string) => `url(#${id}-${name})`;

  const x = scaleBand({ domain: bars.map(({ label }) => label), range: [0, width], padding: 0.3 });
  const room = roomFor(totals);
  const isTurned = x.step() < room;
  const y = scaleLinear({
    domain: [0, most ?? Math.max(1, ...bars.map((bar) => totalOf(bar) ?? 0))],
    range: [HEIGHT - FOOT, isTurned ? Math.max(TOP, room + 8) : TOP],
  });
  const colour = scaleOrdinal({ domain: names, range: names.map(fill) });
  const middle = (label: string) => (x(label) ?? 0) + x.bandwidth() / 2;
  const derived = {
    head: [heading, ...series.map(({ label }) => label), ...(series.length > 1 ? ["Total"] : [])],
    rows: bars.map((bar) => [
      bar.name,
      ...names.map((name) => say(bar.values[name])),
      ...(series.length > 1 ? [say(totalOf(bar))] : []),
    ]),
  };

  return (
    <ChartFigure title={title} numbers={numbers ?? derived}>
      {series.length > 1 && (
        <ul className={styles.key}>
          {series.map(({ name, label, tone }) => (
            <li key={name}>
              <Key
                label={label}
                tone={tone}
                fill={fill(name)}
                sum={say(sumOf(bars.map(({ values }) => values[name])))}
              />
            </li>
          ))}
        </ul>
      )}
      <div ref={box}>
        <svg className={styles.chart} width={width} height={HEIGHT} aria-hidden="true">
          <defs>
            {series.map(({ name, tone }) => (
              <Pattern key={name} id={`${id}-${name}`} tone={tone} />
            ))}
          </defs>
          <BarStack
            data={[...bars]}
            keys={names}
            x={({ label }) => label}
            value={({ values }, name) => values[name] ?? 0}
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
            <FigureAt
              key={bar.label}
              x={middle(bar.label)}
              y={y(totalOf(bar) ?? 0)}
              isTurned={isTurned && totalOf(bar) !== null}
            >
              {totals[index]}
            </FigureAt>
          ))}
          <Labels
            labels={bars.map(({ label }) => label)}
            middle={middle}
            step={x.step()}
            width={width}
            y={HEIGHT - 6}
          />
        </svg>
      </div>
    </ChartFigure>
  );
}
