/**
 * A change may take a row out of a list, and the focus with it: it goes on to the row that took its place, or to the one before.
 * A row that moves to another place in the list gets it back; where no row can take it, what the section begins with does. Rows
 * carry their key as `data-row`.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";

type Last = {
  readonly focused: HTMLElement;
  readonly key: string;
  /** Which row it was, and which control of that row. */
  readonly index: number;
  readonly control: number;
};

const rowsIn = (frame: HTMLElement | null) => [...(frame?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
const controlsIn = (row?: HTMLElement) => [...(row?.querySelectorAll<HTMLElement>("button") ?? [])];

/** `rows` are what the list is made of: whenever they change, the focus is checked. */
export function useFocusOfGoneRow(frame: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  const last = useRef<Last | null>(null);

  useLayoutEffect(() => {
    const element = frame.current;
    const remember = () => {
      const focused = document.activeElement;
      const row = focused?.closest<HTMLElement>("[data-row]");
      last.current =
        focused instanceof HTMLElement && row?.dataset.row !== undefined
          ? {
              focused,
              key: row.dataset.row,
              index: rowsIn(element).indexOf(row),
              control: controlsIn(row).indexOf(focused),
            }
          : null;
    };
    element?.addEventListener("focusin", remember);
    return () => element?.removeEventListener("focusin", remember);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows is what this waits for.
  useLayoutEffect(() => {
    const before = last.current;
    if (before === null || document.activeElement !== document.body) return;
    const present = rowsIn(frame.current);
    const now = present.findIndex((row) => row.dataset.row === before.key);
    // Still where it was: somebody has left it on purpose.
    if (before.focused.isConnected && now === before.index) return;
    last.current = null;
    const [first] = controlsIn(present[Math.min(before.index, present.length - 1)]);
    const moved = controlsIn(present[now]);
    const start = frame.current?.closest("section")?.querySelector<HTMLElement>("button:not(:disabled)");
    (
      moved[before.control] ??
      moved[0] ??
      first ??
      start ??
      document.querySelector<HTMLElement>("h1")
    )?.focus();
  }, [rows, frame]);
}
