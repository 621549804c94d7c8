/** What each role finds in its sidebar: every screen of its area, and the directory that all share. */
import { Bell, CalendarDays, CheckCheck, House, RotateCcw, Users } from "lucide-react";
import { roleNamed } from "../domain/roles";
import type { CurrentSession } from "../session/current";
import { addressIn } from "./screen";
import { screens } from "./screens";

const ICONS = {
  house: House,
  calendar: CalendarDays,
  bell: Bell,
  check: CheckCheck,
  return: RotateCcw,
  people: Users,
} as const;

export type IconName = keyof typeof ICONS;

/** The menu of somebody; a role that this portal does not know gets the employee's. */
export function menuOf({ user, substituteFor }: Pick<CurrentSession, "user" | "substituteFor">) {
  const role = roleNamed(user.role) ?? "Employee";
  return screens.flatMap((screen) => {
    const { menu, title, roles } = screen;
    if (menu === undefined || roles?.includes(role) !== true) return [];
    if (menu.isForSubstitutes && substituteFor.length === 0) return [];
    const { label = title, short = label, badge, icon } = menu;
    return { screen, to: addressIn(role, screen), label, short, badge, Icon: icon && ICONS[icon] };
  });
}

export type MenuItem = ReturnType<typeof menuOf>[number];
