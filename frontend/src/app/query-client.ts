/** The query cache of the application. It lives in memory only and is emptied with the session: it holds other people's days. */
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { isTransient } from "../api/error";
import { sessionStore } from "../session/store";

const RETRIES = 2;

// Screens hear of a change before the next click is dealt with. By default they hear of it a task later, and of two quick clicks the
// second finds a button that does not yet know that it is busy: the call goes out twice.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays a refusal however often it is asked; only what can pass by itself is tried again.
        retry: (failures, error) => isTransient(error) && failures < RETRIES,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      // A write is repeated by the person who wanted it, who sees that it failed. Without a connection it fails at once, too: one that
      // waited for it would seem to be under way, and be gone with the tab.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Empties the cache whenever one session gives way to another or to none, before anything is drawn anew: what one person was
 * shown is never there for the next. What is public stays. Returns what ends the watching.
 */
export function clearOnSessionChange(client: QueryClient): () => void {
  let token = sessionStore.token();
  return sessionStore.subscribe(() => {
    const now = sessionStore.token();
    if (now === token) return;
    token = now;
    client.removeQueries({ predicate: (query) => query.meta?.isPublic !== true });
    client.getMutationCache().clear();
  });
}
