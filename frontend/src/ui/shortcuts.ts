/** Whether single letters are keys: chosen on this device, kept on this device. Dictation speaks letters without meaning them. */
import { useSyncExternalStore } from "react";

const KEY = "daybook.shortcuts";
const listeners = new Set<() => void>();
let areOn: boolean | null = null;

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchShortcuts(on: boolean): void {
  areOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcuts(): boolean {
  return useSyncExternalStore(subscribe, () => {
    areOn ??= read();
    return areOn;
  });
}
