/**
 * Who is signed in, as this browser knows it. Token and user live in local storage, so that a reload or a second tab finds
 * them; removing the token in one tab signs the others out. What a tab keeps of their work beside it goes with the sign-out.
 */
import { useSyncExternalStore } from "react";
import type { components } from "../api/schema";

export type SessionUser = components["schemas"]["SessionUser"];

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

const ANONYMOUS: SessionState = { status: "anonymous", ended: null };

/** Local storage can be switched off or full: then the session lives as long as the page. */
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

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
    // What this very store wrote earlier: the shape was the API's when it was written, and the server is asked again at once.
    return fits ? (value as SessionUser) : null;
  } catch {
    return null;
  }
}

function restore(): SessionState {
  const token = read(TOKEN_KEY);
  const user = userFrom(read(USER_KEY));
  if (token === null || token === "" || user === null) return ANONYMOUS;
  // Whether it is over, the server says: a browser's clock may be wrong by hours.
  return { status: "signed-in", token, user };
}

/** What a tab keeps of somebody's work, so that a reload costs nothing: it goes with the sign-out. */
function forgetWork(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith("daybook.")) sessionStorage.removeItem(key);
    }
  } catch {
    return;
  }
}

function forget(): void {
  write(TOKEN_KEY, null);
  write(USER_KEY, null);
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

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", onStorage);
    };
  },

  signIn(token: string, user: SessionUser): void {
    write(USER_KEY, JSON.stringify(user));
    // The token comes last: other tabs act on it, and find the rest in place.
    write(TOKEN_KEY, token);
    set({ status: "signed-in", token, user });
  },

  /** The server's newest word on the user: a role changed, the first password set. */
  replaceUser(user: SessionUser): void {
    const known = sessionStore.get();
    if (known.status !== "signed-in" || JSON.stringify(known.user) === JSON.stringify(user)) return;
    write(USER_KEY, JSON.stringify(user));
    set({ ...known, user });
  },

  signOut(): void {
    forget();
    forgetWork();
    set(ANONYMOUS);
  },

  /**
   * The session ended by itself. `token` is the one that was refused: a late refusal of an earlier session must not end the
   * one that followed. Of several refusals only the first counts.
   */
  end(message: string, token: string): void {
    const known = sessionStore.get();
    if (known.status !== "signed-in" || known.token !== token) return;
    forget();
    set({ status: "anonymous", ended: message });
  },

  /** Signs out quietly if `token` is still the one in use. */
  drop(token: string): void {
    const known = sessionStore.get();
    if (known.status === "signed-in" && known.token === token) sessionStore.signOut();
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
