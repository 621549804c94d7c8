/**
 * What the way by a provider ended with, as public/first.js found it in the address: a one-time code, what stands for a failure, or
 * the word that an account is linked. It lives in this page alone, and nobody takes it twice.
 */
declare global {
  interface Window {
    daybookArrival?: string | undefined;
  }
}

/** With neither of the first two an account is linked. */
type Arrival = {
  readonly code: string | null;
  readonly failure: string | null;
  /** Where the person wanted to go. */
  readonly to: string | null;
};

/** Whether there is something to exchange. */
export const hasArrived = (): boolean => window.daybookArrival?.includes("=") === true;

export function takeArrival(): Arrival | null {
  const found = window.daybookArrival;
  if (found === undefined) return null;
  delete window.daybookArrival;
  const said = new URLSearchParams(found);
  return { code: said.get("code"), failure: said.get("failure"), to: said.get("to") };
}
