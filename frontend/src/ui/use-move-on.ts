/** A pressed button may disappear with its item: the focus then moves to the next one instead of the top of the page. */
import { type RefObject, useEffect, useState } from "react";

export function useMoveOn(place: RefObject<HTMLElement | null>): () => void {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isDue) return;
    setDue(false);
    const next = place.current?.querySelector<HTMLElement>("[data-mark]");
    (next ?? document.querySelector<HTMLElement>("main h1"))?.focus();
  }, [isDue, place]);
  return () => setDue(true);
}
