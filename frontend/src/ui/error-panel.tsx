/** Something could not be loaded: says what, and lets a person try again where they stand. */
import { CircleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import styles from "./error-panel.module.css";

/** What can be fetched again: a query, or what acts as one. */
type Retry = { readonly refetch: () => unknown; readonly isFetching: boolean };

/** Those of several that failed, fetched again with one press. */
export const together = (queries: readonly (Retry & { readonly isError: boolean })[]): Retry => ({
  refetch: () => queries.filter(({ isError }) => isError).map((query) => query.refetch()),
  isFetching: queries.some(({ isFetching }) => isFetching),
});

type Props = { message: string; retry?: Retry; retryLabel?: string };

export function ErrorPanel({ message, retry, retryLabel = "Try Again" }: Props) {
  const panel = useRef<HTMLDivElement>(null);

  // It goes with the button that was pressed: the focus goes on to the heading of what is there now.
  useLayoutEffect(() => {
    const element = panel.current;
    const place = element?.closest("section, dialog, main");
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        const heading = place?.querySelector<HTMLElement>("h1, h2, h3");
        if (document.activeElement !== document.body || !heading) return;
        if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
        heading.focus();
      });
    };
  }, []);

  return (
    <div ref={panel} className={styles.panel} role="alert">
      <CircleAlert size={18} aria-hidden />
      <p>{message}</p>
      {retry && (
        <Button onClick={() => void retry.refetch()} busy={retry.isFetching}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
