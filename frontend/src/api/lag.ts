/**
 * How old answers may be. The server says it of a report that a standby answered which lagged behind; of other answers it says nothing.
 * The news of a change may be here before the standby has the change, so such a report is asked for again.
 */
import type { ReadKey } from "./query";

type Path = ReadKey[1];

const lags = new Map<Path, number>();

/** After how long, in milliseconds. The server answers by then with what was missing. */
const AGAIN = 10_000;

export function noteLag(path: Path, { headers }: Response): void {
  const lag = Number(headers.get("Daybook-Lag"));
  if (lag > 0) lags.set(path, lag);
  else lags.delete(path);
}

/** Of the last answer, in seconds. */
export const lagOf = (path: Path) => lags.get(path) ?? 0;

/** How often a read is asked for again while it is looked at, in milliseconds. */
export const againAfter = (path: Path, usual: number | undefined) =>
  lags.has(path) ? AGAIN : (usual ?? false);
