/** The pressed button is gone with what it did: the focus goes on to the next one in the place, rather than back to the top. */
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
