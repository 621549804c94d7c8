/**
 * Roles as the screen needs them: a name to compare, a home to go to. What a role may do is the server's to say. A role more is a name
 * more here, and the screens that it has in `app/screens.ts`.
 */

export const ROLES = ["Employee", "Manager", "HR", "Admin", "Boss"] as const;
export type Role = (typeof ROLES)[number];

/** The role of that name, whatever its case; null for one that this portal does not know. */
export function roleNamed(name: string): Role | null {
  const lower = name.trim().toLowerCase();
  return ROLES.find((role) => role.toLowerCase() === lower) ?? null;
}

/** The home of that role. */
export function homeOf(name: string): string {
  const role = roleNamed(name);
  return role === null ? "/" : `/${role.toLowerCase()}`;
}

/** Where a person of that role reads about themselves; an unknown role has the menus, not the area, of an employee. */
export function profileOf(name: string): string {
  return `/${(roleNamed(name) ?? "Employee").toLowerCase()}/profile`;
}
