/** Every address of the portal. Each screen is a chunk of its own, loaded when it is first asked for. */
import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, type RouteObject, replace } from "react-router";
import { paths } from "../domain/paths";
import { homeOf, profileOf, ROLES } from "../domain/roles";
import { sessionStore } from "../session/store";
import { askForSession, loadGuard, OpenDoor } from "./guard";
import { Loading } from "./loading";
import { askForData, askForPortal, componentOf } from "./opening";
import { Root } from "./root";
import { RouteError } from "./route-error";
import { addressesOf, type Screen } from "./screen";
import { screens } from "./screens";

/** Asks on the way there, beside the script; nothing waits for the answers. A changed filter is no new screen. */
const asking = (ask: (at: LoaderFunctionArgs) => void) => ({
  loader: (at: LoaderFunctionArgs) => {
    ask(at);
    return null;
  },
  shouldRevalidate: () => false,
});

const redirectTo = (path: string, to: string | (() => string)): RouteObject => ({
  path,
  loader: () => replace(typeof to === "string" ? to : to()),
});

/** Their own profile, where a provider's way ends that began there. */
const ownProfile = () => {
  const session = sessionStore.get();
  return session.status === "signed-in" ? profileOf(session.user.role) : paths.login;
};

export function routesFor(client: QueryClient): RouteObject[] {
  let leadsTo = "";
  const routesTo = (screen: Screen): RouteObject[] =>
    addressesOf(screen).map(({ path, screen: there }) => ({
      path,
      handle: there,
      lazy: async () => ({ Component: await componentOf(there, () => leadsTo) }),
      ...asking(({ request, params }) => {
        leadsTo = request.url;
        askForData(client, there, new URL(request.url).searchParams, params);
      }),
    }));
  return [
    {
      element: <Root />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <Loading />,
      ...asking(() => askForPortal(client)),
      children: [
        { element: <OpenDoor />, children: screens.filter(({ isOpen }) => isOpen).flatMap(routesTo) },
        {
          lazy: loadGuard,
          ...asking(() => askForSession(client)),
          // A screen that fails to load or to render leaves the frame around it standing.
          children: [
            {
              errorElement: <RouteError framed />,
              children: screens.filter(({ isOpen }) => !isOpen).flatMap(routesTo),
            },
          ],
        },
        redirectTo("profile", ownProfile),
        // Old addresses.
        redirectTo("dashboard", paths.employee.home),
        ...ROLES.map((role) => redirectTo(`${role.toLowerCase()}-dashboard`, homeOf(role))),
        redirectTo("*", paths.landing),
      ],
    },
  ];
}
