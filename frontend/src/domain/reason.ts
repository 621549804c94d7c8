/** A reason that one person writes for another: how long it may be, and what is said where it does not fit. */

export const REASON_MAX = 500;

/** As the server counts: characters, not the halves that some are made of. */
export const reasonLength = (reason: string): number => [...reason.trim()].length;

export const REASON_BLANK = "A reason is required";
export const REASON_TOO_LONG = `The reason must be at most ${REASON_MAX} characters`;

/** What can be told before the server is asked, in its words. */
export function mistakeInReason(reason: string): string | null {
  const length = reasonLength(reason);
  if (length === 0) return REASON_BLANK;
  return length > REASON_MAX ? REASON_TOO_LONG : null;
}
