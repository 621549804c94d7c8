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
export const PAGES = { Employee: "employees", Manager: "managers", HR: "hr", Admin: "admins" } as const;
export type PeopleList = List<typeof CHOICES, (typeof PAGES)[Role]>;

/** Why an account cannot sign in, where it cannot. */
export function marksOf({ isBlocked, isActive }: Account): readonly StatusKind[] {
  return [...(isBlocked ? (["blocked"] as const) : []), ...(isActive ? [] : (["inactive"] as const))];
}

/** The person who looks: what they see depends on it. */
export type Viewer = { readonly id: string; readonly role: Role | null };

/** The sections of that person. HR is never shown, nor asks for, what only an admin may list. */
export function sectionsOf({ role }: Viewer, unmanaged: boolean): readonly Role[] {
  // Only employees have managers: of the others the filter says nothing.
  if (unmanaged) return ["Employee"];
  return role === "Admin" ? ["Employee", "Manager", "HR", "Admin"] : ["Employee", "Manager"];
}
