/** What can be told of a code or a password before the server is asked, which reads codes with or without gaps. */

const characters = (typed: string): string => typed.replaceAll(/[\s-]/g, "");
const isOneTimeCode = (typed: string): boolean => /^\d{6}$/.test(characters(typed));
const isRecoveryCode = (typed: string): boolean => characters(typed).length === 10;

export const mistakeInCode = (typed: string): string | null =>
  isOneTimeCode(typed) ? null : "Please enter the six digits that your app shows";

export const mistakeInRecoveryCode = (typed: string): string | null =>
  isRecoveryCode(typed) ? null : "Please enter the 10 characters of a recovery code";

/** Of a code that may be either. */
export const mistakeInEither = (typed: string): string | null =>
  isRecoveryCode(typed) ? null : mistakeInCode(typed);

export const mistakeInPassword = (typed: string): string | null =>
  typed === "" ? "Please enter your password" : null;
