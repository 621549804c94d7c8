/** What a form can tell of an address or a new password before it asks the server, which checks everything again. */

/** Something, an at sign, something with a dot in it. Whether the address exists only a mail can tell. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

export type Checklist = { readonly longEnough: boolean; readonly match: boolean };

/**
 * The state of the two conditions that are shown while a new password is typed. Lengths are counted in characters, not in UTF-16
 * units. Where the organisation's `minimum` is not known, the server alone decides whether the password is long enough.
 */
export function checkNewPassword(
  password: string,
  confirmation: string,
  minimum: number | undefined,
): Checklist {
  return {
    longEnough: password !== "" && [...password].length >= (minimum ?? 0),
    match: password !== "" && password === confirmation,
  };
}
