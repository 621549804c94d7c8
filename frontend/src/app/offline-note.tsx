/** Says that the browser has no connection, for as long as it has none. */
import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import styles from "./offline-note.module.css";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

export function OfflineNote() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status" data-print="hide">
      {!online && (
        <p className={styles.note}>
          <WifiOff size={16} aria-hidden />
          You are offline. What you see may be out of date. It will be updated when the connection returns.
        </p>
      )}
    </div>
  );
}
