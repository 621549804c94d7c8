/** What the registry says of a screen, and what follows from it: its addresses, and what it shows before its script is here. */
import type { ComponentType } from "react";
import { homeOf, type Role } from "../domain/roles";
import type { ScreenHandle } from "../ui/screen-handle";
import type { IconName } from "./menus";

/** The title stands in the tab, in the heading, and in the menu unless that has a label of its own. */
export type Screen = ScreenHandle & {
  /** Within the area of each of its roles, such as `holidays`; with a slash in front, one address for all of them. */
  readonly at: string;
  /** Nobody needs to sign in for it. */
  readonly isOpen?: true;
  readonly menu?: {
    readonly label?: string;
    /** Where there is little room. */
    readonly short?: string;
    /** Carries the count of what waits to be read. */
    readonly badge?: true;
    /** It stands in the bar at the foot of a narrow screen, with this mark. */
    readonly icon?: IconName;
  };
} & (
    | { readonly load: () => Promise<ComponentType> }
    /** Named and linked, but not built yet: the line that says what will be there. */
    | { readonly toCome: string }
  );

export function addressIn(role: Role, { at }: Screen): string {
  if (at.startsWith("/")) return at;
  return at === "" ? homeOf(role) : `${homeOf(role)}/${at}`;
}

/** Every address of a screen. */
export function addressesOf(screen: Screen): string[] {
  return screen.at.startsWith("/")
    ? [screen.at]
    : (screen.roles ?? []).map((role) => addressIn(role, screen));
}
