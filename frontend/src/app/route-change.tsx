/**
 * After a navigation the tab is named for the new screen and the focus goes to its heading, so that somebody who listens hears
 * where they are, and Tab goes on from there.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { tabTitle } from "../messages/en";
import { useScreenTitle } from "../ui/screen-handle";
import { useOrganisation } from "./organisation";

const PATIENCE = 5_000;

/** Focuses the heading now or, where the screen is still loading, as soon as it stands there. The returned function gives up. */
export function focusHeading(): () => void {
  const started = document.activeElement;
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading === null) return false;
    // Leaves the focus alone if the reader has moved on meanwhile, or was led to a row of the new screen.
    const active = document.activeElement;
    const isLed = active?.matches("tr[aria-current=true]") === true;
    if (!isLed && (active === started || active === null || active === document.body)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** `instead` names the screen that stands in front of whatever the address says. */
export function RouteChange({ instead }: { instead: string | null }) {
  const { name } = useOrganisation();
  const { pathname } = useLocation();
  const own = useScreenTitle();
  const title = instead ?? own ?? null;
  const screen = instead ?? pathname;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    document.title = tabTitle(title, name);
  }, [title, name]);

  useEffect(() => {
    const first = shown.current === null;
    const same = shown.current === screen;
    shown.current = screen;
    // The first screen leaves the focus where the browser put it; a changed filter is no new screen.
    if (first || same) return;
    return focusHeading();
  }, [screen]);

  return null;
}
