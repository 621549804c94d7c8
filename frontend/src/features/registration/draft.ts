/** What the form of a new account holds while it is filled in. */
import type { Schemas } from "../../domain/types";
import { type AccountDraft, mistakesInAccount, optionalOf, requiredOf } from "../../people/account-draft";
import type { Mistakes } from "../../ui/use-refusal";

export const EMPTY: AccountDraft = {
  firstName: "",
  lastName: "",
  email: "",
  role: "",
  department: "",
  position: "",
  salary: "",
  joiningDate: "",
  isActive: true,
};

/** A visitor chooses no role and names no salary. */
export function mistakesIn(draft: AccountDraft, choosesRole: boolean): Mistakes<keyof AccountDraft> {
  const mistakes = mistakesInAccount(draft);
  const { role: _role, salary: _salary, ...visitors } = mistakes;
  return choosesRole ? mistakes : visitors;
}

/** The body of the call. Only those who choose a role send what goes with it. */
export function bodyOf(draft: AccountDraft, choosesRole: boolean): Schemas["RegisterRequest"] {
  const { department, position, ...chosen } = optionalOf(draft);
  const body = { ...requiredOf(draft), department, position };
  return choosesRole ? { ...body, ...(draft.role !== "" && { role: draft.role }), ...chosen } : body;
}
