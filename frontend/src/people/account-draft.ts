/** What the forms of an account have in common: text as it was typed, until it becomes the body of a call. */
import { looksLikeEmail } from "../domain/credentials";
import type { Role } from "../domain/roles";
import { parseSalary } from "../domain/salary";
import type { Mistakes } from "../ui/use-refusal";

export type AccountDraft = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Empty until one is chosen. */
  readonly role: Role | "";
  readonly department: string;
  readonly position: string;
  readonly salary: string;
  readonly joiningDate: string;
  readonly isActive: boolean;
};

/** What can be told before the server is asked, which checks everything again. */
export function mistakesInAccount(draft: AccountDraft): Mistakes<keyof AccountDraft> {
  const mistakes: Mistakes<keyof AccountDraft> = {};
  if (draft.firstName.trim() === "") mistakes.firstName = "First name is required";
  if (draft.lastName.trim() === "") mistakes.lastName = "Last name is required";
  const email = draft.email.trim();
  if (email === "") mistakes.email = "Email is required";
  else if (!looksLikeEmail(email)) mistakes.email = "Please enter a valid email address";
  if (draft.role === "") mistakes.role = "Role is required";
  if (parseSalary(draft.salary) === undefined) mistakes.salary = "Please enter a valid salary amount";
  return mistakes;
}

export const orNull = (text: string) => text.trim() || null;

/** What every account has, as the calls take it. */
export const requiredOf = ({ firstName, lastName, email }: AccountDraft) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
});

/** What an account may have. */
export const optionalOf = ({ department, position, salary, joiningDate, isActive }: AccountDraft) => ({
  department: orNull(department),
  position: orNull(position),
  salary: parseSalary(salary) ?? null,
  joiningDate: orNull(joiningDate),
  isActive,
});
