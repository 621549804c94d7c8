/**
 * The session as the server describes it, for everything behind the guard: the user with the present role, and *today*, which
 * only the server knows.
 */
import type { CalendarDate } from "@internationalized/date";
import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { formatDayOf, formatInstant, parseDay } from "../domain/day";
import type { Schemas } from "../domain/types";

export type CurrentSession = Schemas["SessionData"];

const Context = createContext<CurrentSession | null>(null);

export function CurrentSessionProvider({
  session,
  children,
}: {
  session: CurrentSession;
  children: ReactNode;
}) {
  return <Context value={session}>{children}</Context>;
}

/** Only below the guard, which renders nothing of a page before the server has answered. */
export function useSession(): CurrentSession {
  const session = use(Context);
  if (session === null) throw new Error("useSession needs a guard above it");
  return session;
}

/** Today as the server says it. A session without a readable day would be a broken server. */
export function useToday(): CalendarDate {
  const { today } = useSession();
  const day = parseDay(today);
  if (!day) throw new Error(`The session names no day: ${today}`);
  return day;
}

type MomentProps = Pick<ComponentProps<"time">, "className"> & {
  at: string;
  as?: Parameters<typeof formatDayOf>[2];
};

/** An instant as the people of the organisation read their clocks; with `as` only its day. */
export function Moment({ at, as, className }: MomentProps) {
  const { timezone } = useSession();
  return (
    <time className={className} dateTime={at}>
      {as ? formatDayOf(at, timezone, as) : formatInstant(at, timezone)}
    </time>
  );
}
