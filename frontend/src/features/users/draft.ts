/** The profile while it is edited: text as it was typed, until it becomes the body of the call. */
import { looksLikeEmail } from "../../domain/credentials";
import { type Role, roleNamed } from "../../domain/roles";
import { parseSalary, salaryText } from "../../domain/salary";
import type { Schemas } from "../../domain/types";
import type { Mistakes } from "../../ui/use-refusal";
import type { Account } from "./api";
import { words } from "./messages";

type Body = Schemas["UpdateUserRequest"];

export type Draft = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role | "";
  readonly department: string;
  readonly position: string;
  readonly phoneNumber: string;
  readonly designation: string;
  readonly salary: string;
  /** The day from which a changed salary holds. */
  readonly salaryFrom: string;
  readonly joiningDate: string;
  readonly isActive: boolean;
};
export type FieldName = keyof Draft;

export function draftOf(user: Account, today: string): Draft {
  const joiningDate = user.joiningDate ?? "";
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: roleNamed(user.role) ?? "",
    department: user.department ?? "",
    position: user.position ?? "",
    phoneNumber: user.phoneNumber ?? "",
    designation: user.designation ?? "",
    salary: salaryText(user.salary),
    salaryFrom: joiningDate > today ? joiningDate : today,
    joiningDate,
    isActive: user.isActive,
  };
}

/** What can be told before the server is asked, which checks everything again. */
export function mistakesIn(draft: Draft): Mistakes<FieldName> {
  const mistakes: Mistakes<FieldName> = {};
  if (draft.firstName.trim() === "") mistakes.firstName = "First name is required";
  if (draft.lastName.trim() === "") mistakes.lastName = "Last name is required";
  const email = draft.email.trim();
  if (email === "") mistakes.email = "Email is required";
  else if (!looksLikeEmail(email)) mistakes.email = "Please enter a valid email address";
  if (draft.role === "") mistakes.role = "Role is required";
  if (parseSalary(draft.salary) === undefined) mistakes.salary = "Please enter a valid salary amount";
  if (draft.salaryFrom === "") mistakes.salaryFrom = words.profile.dayInvalid;
  return mistakes;
}

const orNull = (text: string) => text.trim() || null;

/**
 * The body of the call. Optional fields are sent only where they were changed here, so that what somebody else has changed
 * meanwhile stays. The rest goes with what was seen, so that the server can refuse what somebody else has changed.
 */
export function bodyOf(user: Account, before: Draft, now: Draft): Body {
  const isChanged = (name: string) => name in now && before[name as FieldName] !== now[name as FieldName];
  const optional = {
    department: orNull(now.department),
    position: orNull(now.position),
    phoneNumber: orNull(now.phoneNumber),
    designation: orNull(now.designation),
    salary: parseSalary(now.salary) ?? null,
    joiningDate: orNull(now.joiningDate),
    isActive: now.isActive,
  };
  return {
    firstName: now.firstName.trim(),
    lastName: now.lastName.trim(),
    email: now.email.trim(),
    // A draft without a role is a mistake, and not sent.
    role: now.role || user.role,
    expected: user.updatedAt,
    ...Object.fromEntries(Object.entries(optional).filter(([name]) => isChanged(name))),
    ...(isChanged("salary") ? { salaryFrom: now.salaryFrom } : {}),
  };
}
