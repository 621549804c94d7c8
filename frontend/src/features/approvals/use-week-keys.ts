/**
 * The keyboard of the approvals: J and K (or the arrows, once a card has the focus) walk through the weeks, A approves, R rejects, V
 * opens the tasks, E the employee. Nothing of it while somebody writes, chooses from a list, or has a dialog open.
 */
import { type RefObject, useEffect, useEffectEvent } from "react";

export type WeekKeys = {
  approve: (key: string) => void;
  reject: (key: string) => void;
  view: (key: string) => void;
  open: (key: string) => void;
};

const WRITING = "input, select, textarea, [contenteditable=true]";

export const cardsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-week]") ?? []),
];

export function useWeekKeys(list: RefObject<HTMLElement | null>, actions: WeekKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target?.closest(WRITING) || document.querySelector("dialog[open]")) return;
    const cards = cardsIn(list.current);
    const card = target?.closest<HTMLElement>("[data-week]") ?? null;
    const index = card ? cards.indexOf(card) : -1;
    const move = (to: HTMLElement | undefined) => {
      event.preventDefault();
      to?.focus();
    };
    const key = event.key.toLowerCase();
    if (key === "j" || (key === "arrowdown" && card))
      return move(cards[Math.min(index + 1, cards.length - 1)]);
    if (key === "k" || (key === "arrowup" && card)) return move(cards[Math.max(index - 1, 0)]);
    const week = card?.dataset.week;
    // A key that is held down walks, but decides once: the focus is on the next week by then.
    if (!week || event.repeat) return;
    const action = { a: actions.approve, r: actions.reject, v: actions.view, e: actions.open }[key];
    if (action) {
      event.preventDefault();
      action(week);
    }
  });

  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
