/** Says how old the shown reports may be, where a standby answered that lags behind. */
import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { lagOf } from "./lag";

export function LagNote() {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  const lag = useSyncExternalStore(subscribe, () =>
    Math.max(0, ...cache.findAll({ type: "active" }).map(({ queryKey }) => lagOf(queryKey[1]))),
  );
  if (lag === 0) return null;
  return (
    <p className="quiet small">
      What you see may be up to {lag} {lag === 1 ? "second" : "seconds"} old.
    </p>
  );
}
