/**
 * Another view of the same screen has a heading of its own. Where the link or button that led there has gone with the view before,
 * the focus goes on to that heading, so that somebody who listens hears where they are.
 */
import { type RefObject, useEffect, useRef } from "react";

/** `view` names what is shown; null while that is not known. The first one leaves the focus where the browser put it. */
export function useHeadingOfView(view: string | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    const before = shown.current;
    if (view === null || view === before) return;
    shown.current = view;
    if (before === null || document.activeElement !== document.body) return;
    const heading = place.current?.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [view]);
  return place;
}
