/** The profile while it is edited: text as it was typed, until it becomes the body of the call. */
import { roleNamed } from "../../domain/roles";
import { salaryText } from "../../domain/salary";
import type { Schemas } from "../../domain/types";
import {
  type AccountDraft,
  mistakesInAccount,
  optionalOf,
  orNull,
  requiredOf,
} from "../../people/account-draft";
import type { Mistakes } from "../../ui/use-refusal";
import type { Account } from "./api";
import { profileWords } from "./profile-words";

type Body = Schemas["UpdateUserRequest"];

export type Draft = AccountDraft & {
  readonly externalId: string;
  readonly phoneNumber: string;
  readonly designation: string;
  /** The day from which a changed salary holds. */
  readonly salaryFrom: string;
  readonly recordsFrom: string;
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
    externalId: user.externalId ?? "",
    phoneNumber: user.phoneNumber ?? "",
    designation: user.designation ?? "",
    salary: salaryText(user.salary),
    salaryFrom: joiningDate > today ? joiningDate : today,
    joiningDate,
    recordsFrom: user.recordsFrom ?? "",
    isActive: user.isActive,
  };
}

export const mistakesIn = (draft: Draft): Mistakes<FieldName> => ({
  ...mistakesInAccount(draft),
  ...(draft.salaryFrom === "" && { salaryFrom: profileWords.dayInvalid }),
});

/**
 * The body of the call. Optional fields are sent only where they were changed here, so that what somebody else has changed
 * meanwhile stays. The rest goes with what was seen, so that the server can refuse what somebody else has changed.
 */
export function bodyOf(user: Account, before: Draft, now: Draft): Body {
  const isChanged = (name: string) => name in now && before[name as FieldName] !== now[name as FieldName];
  const optional = {
    ...optionalOf(now),
    externalId: orNull(now.externalId),
    phoneNumber: orNull(now.phoneNumber),
    designation: orNull(now.designation),
    recordsFrom: orNull(now.recordsFrom),
  };
  return {
    ...requiredOf(now),
    // A draft without a role is a mistake, and not sent.
    role: now.role || user.role,
    expected: user.updatedAt,
    ...Object.fromEntries(Object.entries(optional).filter(([name]) => isChanged(name))),
    ...(isChanged("salary") ? { salaryFrom: now.salaryFrom } : {}),
  };
}
