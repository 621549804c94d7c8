/** What the form holds while it is filled in: text as it was typed, until it becomes the body of the call. */
import { looksLikeEmail } from "../../domain/credentials";
import type { Role } from "../../domain/roles";
import { parseSalary } from "../../domain/salary";
import type { Schemas } from "../../domain/types";
import type { Mistakes } from "../../ui/use-refusal";

type Body = Schemas["RegisterRequest"];

export type Draft = {
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

export type FieldName = keyof Draft;

export const EMPTY: Draft = {
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

/** What can be told before the server is asked. A visitor chooses no role and names no salary. */
export function mistakesIn(draft: Draft, choosesRole: boolean): Mistakes<FieldName> {
  const mistakes: Mistakes<FieldName> = {};
  if (draft.firstName.trim() === "") mistakes.firstName = "First name is required";
  if (draft.lastName.trim() === "") mistakes.lastName = "Last name is required";
  const email = draft.email.trim();
  if (email === "") mistakes.email = "Email is required";
  else if (!looksLikeEmail(email)) mistakes.email = "Please enter a valid email address";
  if (!choosesRole) return mistakes;
  if (draft.role === "") mistakes.role = "Role is required";
  if (parseSalary(draft.salary) === undefined) mistakes.salary = "Please enter a valid salary amount";
  return mistakes;
}

const orNull = (text: string) => text.trim() || null;

/** The body of the call. Only those who choose a role send what goes with it. */
export function bodyOf(draft: Draft, choosesRole: boolean): Body {
  const body: Body = {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    email: draft.email.trim(),
    department: orNull(draft.department),
    position: orNull(draft.position),
  };
  if (!choosesRole) return body;
  return {
    ...body,
    ...(draft.role === "" ? {} : { role: draft.role }),
    salary: parseSalary(draft.salary) ?? null,
    joiningDate: draft.joiningDate || null,
    isActive: draft.isActive,
  };
}
