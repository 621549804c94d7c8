/** Every address of the portal. Each screen is a chunk of its own, loaded when it is first asked for. */
import { type RouteObject, replace } from "react-router";
import { paths } from "../domain/paths";
import { homeOf, ROLES } from "../domain/roles";
import { Guard, OpenDoor } from "./guard";
import { Loading } from "./loading";
import { Root } from "./root";
import { RouteError } from "./route-error";
import { addressesOf, type Screen } from "./screen";
import { screens } from "./screens";

async function componentOf(screen: Screen) {
  if ("load" in screen) return screen.load();
  const { PlaceholderPage } = await import("./placeholder-page");
  return () => <PlaceholderPage line={screen.toCome} />;
}

const routesTo = (screen: Screen): RouteObject[] =>
  addressesOf(screen).map((path) => ({
    path,
    handle: screen,
    lazy: async () => ({ Component: await componentOf(screen) }),
  }));

const redirectTo = (path: string, to: string): RouteObject => ({ path, loader: () => replace(to) });

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Loading />,
    children: [
      { element: <OpenDoor />, children: screens.filter(({ isOpen }) => isOpen).flatMap(routesTo) },
      {
        element: <Guard />,
        // A screen that fails to load or to render leaves the frame around it standing.
        children: [
          {
            errorElement: <RouteError framed />,
            children: screens.filter(({ isOpen }) => !isOpen).flatMap(routesTo),
          },
        ],
      },
      // The addresses of before.
      redirectTo("dashboard", paths.employee.home),
      ...ROLES.map((role) => redirectTo(`${role.toLowerCase()}-dashboard`, homeOf(role))),
      redirectTo("*", paths.landing),
    ],
  },
];
