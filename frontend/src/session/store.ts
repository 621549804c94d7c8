/**
 * Who is signed in, as this browser knows it. Token and user live in local storage, so that a reload or a second tab finds
 * them; removing the token in one tab signs the others out. What a tab keeps of their work beside it goes with the sign-out.
 */
import { useSyncExternalStore } from "react";
import { forgetInTab, keep, readKept } from "../domain/kept";
import type { Schemas } from "../domain/types";

export type SessionUser = Schemas["SessionUser"];

export type SessionState =
  | {
      readonly status: "anonymous" /** Why the last session ended without being asked to; shown once. */;
      readonly ended: string | null;
    }
  | {
      readonly status: "signed-in";
      readonly token: string;
      readonly user: SessionUser;
    };

const TOKEN_KEY = "daybook.token";
const USER_KEY = "daybook.user";
const TODAY_KEY = "daybook.today";
const SUBSTITUTE_KEY = "daybook.isSubstitute";

const ANONYMOUS: SessionState = { status: "anonymous", ended: null };

function userFrom(text: string | null): SessionUser | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      typeof value === "object" &&
      value !== null &&
      "id" in value &&
      "role" in value &&
      typeof value.role === "string";
    // This store wrote it, in the shape that the API had then; the server is asked again at once.
    return fits ? (value as SessionUser) : null;
  } catch {
    return null;
  }
}

function restore(): SessionState {
  const token = readKept("localStorage", TOKEN_KEY);
  const user = userFrom(readKept("localStorage", USER_KEY));
  if (token === null || token === "" || user === null) return ANONYMOUS;
  // Only the server knows whether it is over: a browser's clock may be wrong by hours.
  return { status: "signed-in", token, user };
}

function forget(): void {
  keep("localStorage", TOKEN_KEY, null);
  keep("localStorage", USER_KEY, null);
  keep("localStorage", TODAY_KEY, null);
  keep("localStorage", SUBSTITUTE_KEY, null);
}

let state: SessionState | null = null;
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  // A null key is `localStorage.clear()`.
  if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USER_KEY) return;
  const known = sessionStore.get();
  const found = restore();
  if (known.status === "anonymous" && found.status === "anonymous") return;
  set(found);
}

export const sessionStore = {
  get(): SessionState {
    state ??= restore();
    return state;
  },

  token(): string | null {
    const known = sessionStore.get();
    return known.status === "signed-in" ? known.token : null;
  },

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", onStorage);
    };
  },

  signIn(token: string, user: SessionUser): void {
    keep("localStorage", USER_KEY, JSON.stringify(user));
    // The token comes last: other tabs act on it, and find the rest in place.
    keep("localStorage", TOKEN_KEY, token);
    set({ status: "signed-in", token, user });
  },

  /** The server's newest word on the user: a role changed, the first password set. */
  replaceUser(user: SessionUser): void {
    const known = sessionStore.get();
    if (known.status !== "signed-in" || JSON.stringify(known.user) === JSON.stringify(user)) return;
    keep("localStorage", USER_KEY, JSON.stringify(user));
    set({ ...known, user });
  },

  /** What day it was when the server last said it: a screen's first calls may hang on it, and go out beside the question. */
  lastToday: (): string | null => readKept("localStorage", TODAY_KEY),

  hearToday: (today: string): void => keep("localStorage", TODAY_KEY, today),

  /** Whether they substituted for a manager when the server last said so: some first calls are for those alone. */
  wasSubstitute: (): boolean => readKept("localStorage", SUBSTITUTE_KEY) !== null,

  hearSubstitute: (is: boolean): void => keep("localStorage", SUBSTITUTE_KEY, is ? "yes" : null),

  signOut(): void {
    forget();
    // What a tab keeps of somebody's work is there for a reload, not for the next person.
    forgetInTab("daybook.");
    set(ANONYMOUS);
  },

  /**
   * The session ended by itself. `token` is the one that was refused: a late refusal of an earlier session must not end the
   * one that followed. Of several refusals only the first counts.
   */
  end(message: string, token: string): void {
    if (sessionStore.token() !== token) return;
    forget();
    set({ status: "anonymous", ended: message });
  },

  /** Signs out quietly if `token` is still the one in use. */
  drop(token: string): void {
    if (sessionStore.token() === token) sessionStore.signOut();
  },

  /** The person has read why the session ended. */
  acknowledgeEnd(): void {
    set(ANONYMOUS);
  },

  /** Reads storage anew, as a fresh page would. */
  reload(): void {
    set(restore());
  },
};

export function useSessionState(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}
