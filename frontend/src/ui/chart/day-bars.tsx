/** Bars a day, of several series that are no parts of a whole: a strip for each, below each other and on one scale. */
import { useId } from "react";
import styles from "./chart.module.css";
import { Drawing, scaleOf } from "./drawing";
import { ChartFigure } from "./figure";
import { type ChartProps, type Figure, Key, roomFor, sayer, useWidth } from "./parts";

/** Of the highest bar, in pixels. */
const HEIGHT = 72;

/** From one bar to the next, in pixels: where it is less, figures beside each bar would run into each other. */
const CROWDED = 12;

/** Which of these bars have their figures beside them: all or, where they are crowded, the highest and the last one. */
function labelled(values: readonly Figure[], isCrowded: boolean): (index: number) => boolean {
  const heights = values.map((value) => value ?? 0);
  const highest = heights.indexOf(Math.max(...heights));
  return (index) => !isCrowded || index === highest || index === values.length - 1;
}

/** `bars`: one for each day, oldest first. */
export function DayBars<Name extends string>({ title, heading, series, bars, format }: ChartProps<Name>) {
  const id = useId();
  const { box, width } = useWidth();
  const say = sayer(format);
  const all = bars.flatMap(({ values }) => series.map(({ name }) => values[name]));
  const x = scaleOf(bars, width, 0.2);
  const room = roomFor(all.map(say));
  const isTurned = x.step() < room;
  return (
    <ChartFigure
      title={title}
      numbers={{
        head: [heading, ...series.map(({ label }) => label)],
        rows: bars.map(({ name, values }) => [name, ...series.map((one) => say(values[one.name]))]),
      }}
    >
      <div ref={box}>
        {series.map((one, index) => (
          <div key={one.name}>
            <p className={styles.strip}>
              <Key id={id} series={one} bars={bars} say={say} />
            </p>
            <Drawing
              {...{ id, bars, say, x, width, isTurned }}
              series={[one]}
              most={Math.max(1, ...all.map((value) => value ?? 0))}
              height={HEIGHT}
              top={isTurned ? room + 8 : 20}
              hasFigure={labelled(
                bars.map(({ values }) => values[one.name]),
                x.step() < CROWDED,
              )}
              hasLabels={index === series.length - 1}
            />
          </div>
        ))}
      </div>
    </ChartFigure>
  );
}
