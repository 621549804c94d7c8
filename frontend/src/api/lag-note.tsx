/** Says how old the reports on the screen may be when a standby that lags behind has answered. */
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
      These figures may be up to {lag} {lag === 1 ? "second" : "seconds"} old.
    </p>
  );
}
