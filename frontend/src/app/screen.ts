/** What the registry says of a screen, and the addresses that follow from it. */
import type { ComponentType } from "react";
import type { Reads } from "../api/read";
import { homeOf, type Role } from "../domain/roles";
import type { ScreenHandle } from "../ui/screen-handle";
import type { IconName } from "./menus";

/** The title stands in the tab, in the heading, and in the menu unless that has a label of its own. */
export type Screen = ScreenHandle & {
  readonly load: () => Promise<ComponentType>;
  readonly reads?: Reads;
  /** Within the area of each of its roles, such as `holidays`; with a slash in front, one address for all of them. */
  readonly at: string;
  /** Nobody needs to sign in for it. */
  readonly isOpen?: true;
  readonly menu?: {
    readonly label?: string;
    /** Where there is little room. */
    readonly short?: string;
    /** Carries the count of what waits: to be read, or as requests for leave to be decided. */
    readonly badge?: "notifications" | "leave";
    /** Only while they substitute for a manager. */
    readonly isForSubstitutes?: true;
    /** It stands in the bar at the foot of a narrow screen, with this mark. */
    readonly icon?: IconName;
  };
};

export function addressIn(role: Role, { at }: Screen): string {
  if (at.startsWith("/")) return at;
  return at === "" ? homeOf(role) : `${homeOf(role)}/${at}`;
}

/** Every address of a screen, with what stands there: in the area of a role it is for nobody else. */
export function addressesOf(screen: Screen): { path: string; screen: Screen }[] {
  if (screen.at.startsWith("/")) return [{ path: screen.at, screen }];
  return (screen.roles ?? []).map((role) => ({
    path: addressIn(role, screen),
    screen: { ...screen, roles: [role] },
  }));
}
