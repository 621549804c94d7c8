import { roleNamed } from "../domain/roles";
import type { Portal } from "./portal";

/**
 * Whether a screen speaks of a password to somebody of this role. Of accounts for emergencies, which administrators have, the server
 * knows which they are.
 */
export function mayHavePassword(portal: Portal | undefined, role: string): boolean {
  const use = portal?.passwords ?? "on";
  return use === "on" || (use === "break-glass" && roleNamed(role) === "Admin");
}
