/** Bars of one series or of several on top of each other, from a zero baseline, each with its figure. */
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import styles from "./chart.module.css";
import { type Bar, FigureAt, Labels, Pattern, patternOf, type Sayer, type Series, sumOf } from "./parts";

/** Below the bars, in pixels. */
export const FOOT = 24;

/** From one bar to the next, across the width that there is. */
export const scaleOf = (bars: readonly { label: string }[], width: number, padding: number) =>
  scaleBand({ domain: bars.map(({ label }) => label), range: [0, width], padding });

/** The figure of all series of a bar; null where none is known. */
export const totalOf = <Name extends string>(series: readonly Series<Name>[], { values }: Bar<Name>) =>
  sumOf(series.map(({ name }) => values[name]));

type Props<Name extends string> = {
  id: string;
  series: readonly Series<Name>[];
  bars: readonly Bar<Name>[];
  say: Sayer;
  x: ReturnType<typeof scaleOf>;
  width: number;
  /** The end of the scale, and its height in pixels with the room above it. */
  most: number;
  height: number;
  top: number;
  /** The figures stand along the bars. */
  isTurned: boolean;
  hasFigure?: (index: number) => boolean;
  hasLabels?: boolean;
};

export function Drawing<Name extends string>(props: Props<Name>) {
  const { id, series, bars, say, x, width, most, height, top, isTurned } = props;
  const { hasFigure = () => true, hasLabels = true } = props;
  const names = series.map(({ name }) => name);
  const y = scaleLinear({ domain: [0, most], range: [top + height, top] });
  const colour = scaleOrdinal({ domain: names, range: names.map((name) => patternOf(id, name)) });
  const middle = (label: string) => (x(label) ?? 0) + x.bandwidth() / 2;
  return (
    <svg className={styles.chart} width={width} height={top + height + FOOT} aria-hidden="true">
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
      {bars.map((bar, index) => {
        const total = totalOf(series, bar);
        return (
          hasFigure(index) && (
            <FigureAt
              key={bar.label}
              x={middle(bar.label)}
              y={y(total ?? 0)}
              isTurned={isTurned && total !== null}
            >
              {say(total)}
            </FigureAt>
          )
        );
      })}
      {hasLabels && (
        <Labels
          labels={bars.map(({ label }) => label)}
          middle={middle}
          step={x.step()}
          width={width}
          y={top + height + FOOT - 6}
        />
      )}
    </svg>
  );
}
