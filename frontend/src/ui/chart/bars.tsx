/** Bars, of one series or of several on top of each other. */
import { useId } from "react";
import styles from "./chart.module.css";
import { Drawing, FOOT, scaleOf, totalOf } from "./drawing";
import { ChartFigure, type Numbers } from "./figure";
import { type ChartProps, Key, roomFor, sayer, useWidth } from "./parts";

type Props<Name extends string> = ChartProps<Name> & {
  /** The end of the scale, where that is not the highest bar. */
  most?: number;
  /** The table behind the chart, where it says more than the bars. */
  numbers?: Numbers;
};

const HEIGHT = 208;
const TOP = 24;

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
  const totals = bars.map((bar) => totalOf(series, bar));
  const x = scaleOf(bars, width, 0.3);
  const room = roomFor(totals.map(say));
  const isTurned = x.step() < room;
  const top = isTurned ? Math.max(TOP, room + 8) : TOP;
  const hasTotal = series.length > 1;
  const derived = {
    head: [heading, ...series.map(({ label }) => label), ...(hasTotal ? ["Total"] : [])],
    rows: bars.map(({ name, values }, index) => [
      name,
      ...series.map((one) => say(values[one.name])),
      ...(hasTotal ? [say(totals[index] ?? null)] : []),
    ]),
  };
  return (
    <ChartFigure title={title} numbers={numbers ?? derived}>
      {hasTotal && (
        <ul className={styles.key}>
          {series.map((one) => (
            <li key={one.name}>
              <Key id={id} series={one} bars={bars} say={say} />
            </li>
          ))}
        </ul>
      )}
      <div ref={box}>
        <Drawing
          {...{ id, series, bars, say, x, width, top, isTurned }}
          most={most ?? Math.max(1, ...totals.map((total) => total ?? 0))}
          height={HEIGHT - FOOT - top}
        />
      </div>
    </ChartFigure>
  );
}
