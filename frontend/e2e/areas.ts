/** The screens as the registry of the application has them, for the tests that visit them all. */
import { addressIn } from "../src/app/screen";
import { screens } from "../src/app/screens";
import { ROLES, type Role } from "../src/domain/roles";
import type { Who } from "./fixtures";

const whoIs = (role: Role) => role.toLowerCase() as Who;

/** Each role with the screens of its area. */
export const AREAS = ROLES.map((role) => ({
  role,
  who: whoIs(role),
  area: screens
    .filter(({ at, roles }) => !at.startsWith("/") && roles?.includes(role))
    .map((screen) => ({ ...screen, address: addressIn(role, screen) })),
}));

/** The addresses that need no sign-in. */
export const OPEN = screens.flatMap(({ at, isOpen }) => (isOpen ? at.replace(/:\w+/, "some-token") : []));
