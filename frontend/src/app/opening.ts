/** How a screen opens: its script and its data are asked for at the same moment, not one after the other. */
import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { roleNamed } from "../domain/roles";
import { currentSession, portalQuery } from "../session/queries";
import { sessionStore } from "../session/store";
import { orReload } from "./fresh-build";
import type { Screen } from "./screen";

/** `address` tells where the way leads: until the script is here, the page is still at the address before. */
export const componentOf = (screen: Screen, address: () => string) => orReload(screen.load(), address);

/** What every page needs. */
export function askForPortal(client: QueryClient): void {
  void client.prefetchQuery(portalQuery());
}

/**
 * What this screen will ask for itself, with the same keys: it finds the answers here, or on their way. What fails is asked for
 * again by the screen, which has the words for it.
 */
export function askForData(
  client: QueryClient,
  screen: Screen,
  search: URLSearchParams,
  params: Readonly<Record<string, string | undefined>> = {},
): void {
  const session = sessionStore.get();
  if (session.status !== "signed-in" || session.user.isFirstLogin || session.user.mustSetUpSecondFactor)
    return;
  const role = roleNamed(session.user.role);
  const known = client.getQueryData(currentSession().queryKey);
  const today = known?.today ?? sessionStore.lastToday();
  if (role === null || today === null || screen.roles?.includes(role) === false) return;
  const isSubstitute = known ? known.substituteFor.length > 0 : sessionStore.wasSubstitute();
  // Each has an answer of another type, which only its screen needs to know.
  for (const read of screen.reads?.({ role, today, search, params, isSubstitute }) ?? [])
    void client.prefetchQuery(read as FetchQueryOptions);
}

/** Somebody may be about to go there. If they do not, nothing is lost; a failure is not reported. */
export function warm(client: QueryClient, screen: Screen): void {
  askForData(client, screen, new URLSearchParams());
  screen.load().catch(() => undefined);
}
