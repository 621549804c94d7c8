import type { ComponentProps } from "react";
import { formatDayOf, formatInstant } from "../domain/day";
import { useSession } from "./current";

type Props = { at: string; as?: Parameters<typeof formatDayOf>[2] } & Pick<
  ComponentProps<"time">,
  "className"
>;

/** An instant as the people of the organisation read their clocks; with `as` only its day. */
export function Moment({ at, as, className }: Props) {
  const { timezone } = useSession();
  return (
    <time className={className} dateTime={at}>
      {as ? formatDayOf(at, timezone, as) : formatInstant(at, timezone)}
    </time>
  );
}
