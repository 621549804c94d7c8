/** Bars a day, of several series that are no parts of a whole: a strip for each, below each other and on one scale. */
import { scaleBand, scaleLinear } from "@visx/scale";
import { useId } from "react";
import styles from "./chart.module.css";
import { ChartFigure } from "./figure";
import {
  type Bar,
  type Figure,
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
  /** A bar for each day, oldest first. */
  bars: readonly Bar<Name>[];
  format: (value: number) => string;
};

/** Of the highest bar, in pixels. */
const HEIGHT = 72;
const FOOT = 24;

/** From one bar to the next, in pixels: where it is less, figures beside each bar would run into each other. */
const CROWDED = 12;

/** Which of these bars have their figures beside them: all or, where they are crowded, the highest and the last one. */
function labelled(values: readonly Figure[], isCrowded: boolean): (index: number) => boolean {
  const heights = values.map((value) => value ?? 0);
  const highest = heights.indexOf(Math.max(...heights));
  return (index) => !isCrowded || index === highest || index === values.length - 1;
}

export function DayBars<Name extends string>({ title, heading, series, bars, format }: Props<Name>) {
  const id = useId();
  const { box, width } = useWidth();
  const say = sayer(format);
  const all = bars.flatMap(({ values }) => series.map(({ name }) => values[name]));
  const labels = bars.map(({ label }) => label);

  const x = scaleBand({ domain: labels, range: [0, width], padding: 0.2 });
  const room = roomFor(all.map(say));
  const isTurned = x.step() < room;
  const top = isTurned ? room + 8 : 20;
  const y = scaleLinear({
    domain: [0, Math.max(1, ...all.map((value) => value ?? 0))],
    range: [top + HEIGHT, top],
  });
  const middle = (label: string) => (x(label) ?? 0) + x.bandwidth() / 2;
  const strips = series.map((one) => ({
    ...one,
    hasFigure: labelled(
      bars.map(({ values }) => values[one.name]),
      x.step() < CROWDED,
    ),
  }));

  return (
    <ChartFigure
      title={title}
      numbers={{
        head: [heading, ...series.map(({ label }) => label)],
        rows: bars.map(({ name, values }) => [name, ...series.map((one) => say(values[one.name]))]),
      }}
    >
      <div ref={box}>
        {strips.map(({ name, label, tone, hasFigure }, index) => (
          <div key={name}>
            <p className={styles.strip}>
              <Key
                label={label}
                tone={tone}
                fill={`url(#${id}-${name})`}
                sum={say(sumOf(bars.map(({ values }) => values[name])))}
              />
            </p>
            <svg className={styles.chart} width={width} height={top + HEIGHT + FOOT} aria-hidden="true">
              <defs>
                <Pattern id={`${id}-${name}`} tone={tone} />
              </defs>
              {bars.map(({ label: day, values }, place) => (
                <g key={day}>
                  <rect
                    className={styles[tone]}
                    x={x(day)}
                    y={y(values[name] ?? 0)}
                    width={x.bandwidth()}
                    height={y(0) - y(values[name] ?? 0)}
                    fill={`url(#${id}-${name})`}
                  />
                  {hasFigure(place) && (
                    <FigureAt
                      x={middle(day)}
                      y={y(values[name] ?? 0)}
                      isTurned={isTurned && values[name] !== null}
                    >
                      {say(values[name])}
                    </FigureAt>
                  )}
                </g>
              ))}
              <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={styles.baseline} />
              {index === series.length - 1 && (
                <Labels
                  labels={labels}
                  middle={middle}
                  step={x.step()}
                  width={width}
                  y={top + HEIGHT + FOOT - 6}
                />
              )}
            </svg>
          </div>
        ))}
      </div>
    </ChartFigure>
  );
}
