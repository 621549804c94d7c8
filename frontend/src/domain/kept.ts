/** What a browser keeps. Storage can be switched off or full; the value then lives as long as the page. */
function attempt<Answer>(act: () => Answer): Answer | null {
  try {
    return act();
  } catch {
    return null;
  }
}

export const readKept = (storage: "localStorage" | "sessionStorage", key: string): string | null =>
  attempt(() => window[storage].getItem(key));

/** `null` forgets it. */
export function keep(storage: "localStorage" | "sessionStorage", key: string, value: string | null): void {
  attempt(() => (value === null ? window[storage].removeItem(key) : window[storage].setItem(key, value)));
}

/** Forgets what this tab keeps under keys that begin so. */
export function forgetInTab(beginning: string): void {
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  for (const key of keys) if (key.startsWith(beginning)) keep("sessionStorage", key, null);
}
