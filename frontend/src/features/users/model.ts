/** What the sections show of an account. */
import type { Role } from "../../domain/roles";
import type { StatusKind } from "../../ui/status";
import type { List } from "../../ui/use-list";
import type { Account } from "./api";

/** What can be chosen about the lists; `none` shows only employees without a manager. */
export const CHOICES = {
  status: { of: ["all", "active", "blocked", "inactive"], usual: "all" },
  manager: { of: ["any", "none"], usual: "any" },
  size: { of: [5, 10, 20, 50], usual: 10 },
} as const;
/** The page of each section has a name of its own: they are turned one by one. */
export const PAGES = {
  Employee: "employees",
  Manager: "managers",
  HR: "hr",
  Admin: "admins",
  Boss: "bosses",
} as const;
export type PeopleList = List<typeof CHOICES, (typeof PAGES)[Role]>;

/** Why an account cannot sign in, where it cannot. */
export function marksOf({ isBlocked, isActive }: Account): readonly StatusKind[] {
  return [...(isBlocked ? (["blocked"] as const) : []), ...(isActive ? [] : (["inactive"] as const))];
}

/** The signed-in person: what they see depends on it. */
export type Viewer = {
  readonly id: string;
  /** The roles whose accounts they look after, and may give to others. */
  readonly manages: readonly Role[];
  readonly mayBlock: boolean;
};

/** The sections of somebody who looks after these roles. Only employees have managers: of the others that filter says nothing. */
export const sectionsOf = (manages: readonly Role[], unmanaged: boolean): readonly Role[] =>
  unmanaged ? ["Employee"] : manages;
