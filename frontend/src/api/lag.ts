/**
 * How old answers may be. The server says so for a report from a standby that lagged behind, and only then.
 * A browser may hear of a change before the standby has it, so such a report is fetched again.
 */
import type { ReadKey } from "./query";

type Path = ReadKey[1];

const lags = new Map<Path, number>();

/** After how long it is fetched again, in milliseconds. By then the server's answer has every change that was missing. */
const AGAIN = 10_000;

export function noteLag(path: Path, { headers }: Response): void {
  const lag = Number(headers.get("Daybook-Lag"));
  if (lag > 0) lags.set(path, lag);
  else lags.delete(path);
}

/** The lag of the last answer, in seconds. */
export const lagOf = (path: Path) => lags.get(path) ?? 0;

/** How often a read is repeated while its screen is open, in milliseconds. */
export const againAfter = (path: Path, usual: number | undefined) =>
  lags.has(path) ? AGAIN : (usual ?? false);
