/** What the sections show of an account. */
import type { Role } from "../../domain/roles";
import type { StatusKind } from "../../ui/status";
import type { Account } from "./api";

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
