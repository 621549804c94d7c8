/**
 * The session as the server describes it, for everything behind the guard: the user with the present role, and *today*, which
 * only the server knows.
 */
import { createContext, type ReactNode, use } from "react";
import type { components } from "../api/schema";

export type CurrentSession = components["schemas"]["SessionData"];

const Context = createContext<CurrentSession | null>(null);

export function CurrentSessionProvider({
  session,
  children,
}: {
  session: CurrentSession;
  children: ReactNode;
}) {
  return <Context value={session}>{children}</Context>;
}

/** Only below the guard, which renders nothing of a page before the server has answered. */
export function useSession(): CurrentSession {
  const session = use(Context);
  if (session === null) throw new Error("useSession needs a guard above it");
  return session;
}
