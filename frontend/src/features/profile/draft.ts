/** What the edit form holds, and what can be told of it before the server is asked. */
import { checkNewPassword } from "../../domain/credentials";
import type { Mistakes } from "../../ui/use-refusal";
import { words } from "./messages";

export type Passwords = {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
};
export type Draft = Passwords & { readonly department: string; readonly position: string };

export const NO_PASSWORDS: Passwords = { currentPassword: "", newPassword: "", confirmPassword: "" };
const PASSWORD_FIELDS = ["currentPassword", "newPassword", "confirmPassword"] as const;

/** One filled field is enough to count as a change of password. */
export function changesPassword(draft: Passwords): boolean {
  return PASSWORD_FIELDS.some((name) => draft[name] !== "");
}

/** `minimum`: how many characters a new password has at least, where that is known. */
export function mistakesIn(draft: Draft, minimum: number | undefined): Mistakes<keyof Draft> {
  if (!changesPassword(draft)) return {};
  const text = words.form;
  // The sentence stands once, at the first gap.
  const gap = PASSWORD_FIELDS.find((name) => draft[name] === "");
  if (gap !== undefined) return { [gap]: text.allRequired };
  const { longEnough, match } = checkNewPassword(draft.newPassword, draft.confirmPassword, minimum);
  if (!match) return { confirmPassword: text.mismatch };
  return longEnough || minimum === undefined ? {} : { newPassword: text.tooShort(minimum) };
}
