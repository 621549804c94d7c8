/**
 * The rules for the query cache, made types: a key is the call itself, `["GET", path, parameters]`, so it cannot drift from
 * what is fetched, and a query says of itself which of the server's topics makes it stale.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { components, paths } from "./schema";

/** What the socket says when something has changed that the signed-in person may see. */
export type Topic = components["schemas"]["Topic"];
export const TOPICS: readonly Topic[] = ["timesheets", "notifications", "holidays", "users", "leave"];

/** The calls that read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: Record<string, unknown> } ? Path : never;
}[keyof paths];

export type ReadKey =
  | readonly ["GET", ReadPath]
  | readonly ["GET", ReadPath, Readonly<Record<string, unknown>>];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: ReadKey;
    /** `isPublic`: nobody's in particular, so it outlives a session. */
    queryMeta: { readonly topics?: readonly Topic[]; readonly isPublic?: boolean };
  }
}

/** Fetches again, where shown, all that a change of this topic can have touched. */
export async function invalidateTopic(client: QueryClient, topic: Topic): Promise<void> {
  await client.invalidateQueries({ predicate: (query) => query.meta?.topics?.includes(topic) === true });
}

/** How long an answer counts as fresh, in milliseconds. Changes arrive over the socket; these are the net below it. */
export const FRESH = {
  /** What people work on: days, weeks, notifications. */
  work: 10_000,
  /** What rarely changes: holidays, names. */
  calm: 5 * 60_000,
} as const;
