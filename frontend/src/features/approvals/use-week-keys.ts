/**
 * The keyboard of the approvals, while the focus is in the list: J and K (or the arrows) walk through the weeks, A approves, R
 * rejects, V opens the tasks, E the employee.
 */
import { type RefObject, useEffect, useEffectEvent } from "react";

export type WeekKeys = {
  approve: (key: string) => void;
  reject: (key: string) => void;
  view: (key: string) => void;
  open: (key: string) => void;
};

export const cardsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-week]") ?? []),
];

export function useWeekKeys(list: RefObject<HTMLElement | null>, actions: WeekKeys, areLettersOn: boolean) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key.length === 1 && !areLettersOn) return;
    const cards = cardsIn(list.current);
    const card =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-week]") : null;
    const week = card?.dataset.week;
    if (!card || !week) return;
    const move = (by: number) => {
      event.preventDefault();
      cards[cards.indexOf(card) + by]?.focus();
    };
    if (key === "j" || key === "arrowdown") return move(1);
    if (key === "k" || key === "arrowup") return move(-1);
    // A key that is held down walks, but decides once: the focus is on the next week by then.
    if (event.repeat) return;
    const action = { a: actions.approve, r: actions.reject, v: actions.view, e: actions.open }[key];
    if (action) {
      event.preventDefault();
      action(week);
    }
  });

  useEffect(() => {
    const element = list.current;
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [list]);
}
