import type { ComponentProps } from "react";
import { formatDay } from "../domain/day";

type Props = { date: string; as?: Parameters<typeof formatDay>[1] } & Pick<
  ComponentProps<"time">,
  "className"
>;

/** A day as people write it. */
export const Day = ({ date, as = "medium", className }: Props) => (
  <time className={className} dateTime={date}>
    {formatDay(date, as)}
  </time>
);
