/** Whether single letters are keys: chosen and kept on this device. Dictation would trigger them by accident. */
import { useSyncExternalStore } from "react";
import { keep, readKept } from "../domain/kept";

const KEY = "daybook.shortcuts";
const listeners = new Set<() => void>();
let areOn: boolean | null = null;

export function switchShortcuts(on: boolean): void {
  areOn = on;
  keep("localStorage", KEY, on ? null : "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcuts(): boolean {
  return useSyncExternalStore(subscribe, () => {
    areOn ??= readKept("localStorage", KEY) !== "off";
    return areOn;
  });
}
