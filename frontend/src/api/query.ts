/** The rules for the query cache, made types, and how it follows what the server says has changed. */
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Schemas } from "../domain/types";
import type { paths } from "./schema";

/** What the socket says when something has changed that the signed-in person may see. */
export type Topic = Schemas["Topic"];

/** Of each topic whether everybody is told of it at the same moment. One that the server adds does not compile until it stands here. */
const IS_TOLD_TO_EVERYBODY: Readonly<Record<Topic, boolean>> = {
  timesheets: false,
  notifications: false,
  holidays: true,
  users: true,
  settings: true,
  // Of a leave type. Requests are told to a few, but the message is the same.
  leave: true,
  // Of a close and of a reopening. HR and administrators hear of more, but the message is the same.
  months: true,
  imports: false,
};

export const isTopic = (value: unknown): value is Topic =>
  typeof value === "string" && Object.hasOwn(IS_TOLD_TO_EVERYBODY, value);

/** The calls that read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: Record<string, unknown> } ? Path : never;
}[keyof paths];

export type ReadKey =
  | readonly ["GET", ReadPath]
  | readonly ["GET", ReadPath, Readonly<Record<string, unknown>>]
  /** A question with a body, which saves nothing. */
  | readonly ["POST", "/api/leave/preview", Readonly<Record<string, unknown>>];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: ReadKey;
    /** `isPublic`: nobody's in particular, so it outlives a session. */
    queryMeta: { readonly topics?: readonly Topic[]; readonly isPublic?: boolean };
  }
}

const isSession = (key: ReadKey) => key[1] === "/api/session";

/**
 * With settings somebody's rights may have changed, for whom they substitute. The session says so first, or a page that closes with
 * them would ask once more for what is refused by now.
 */
async function sessionAsked(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => isSession(queryKey) });
  // The screens hear of an answer in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
}

/** Fetches again, where shown, all that a change of this topic can have touched. */
export async function invalidateTopic(client: QueryClient, topic: Topic): Promise<void> {
  if (topic === "settings") await sessionAsked(client);
  const touched = client.getQueryCache().findAll({
    predicate: ({ queryKey, meta }) =>
      meta?.topics?.includes(topic) === true && !(topic === "settings" && isSession(queryKey)),
  });
  // A first answer that is on its way may have left before the change; it is not called off, and would count as fresh.
  const first = touched.filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
  await client.invalidateQueries({ predicate: (query) => touched.includes(query) });
  if (first.length === 0) return;
  await Promise.allSettled(first.map((query) => query.promise));
  await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** Fetches again, where shown, all that may depend on the organisation's day. What is public does not, nor does the session, which says it. */
export function invalidateDay(client: QueryClient): void {
  const isOfDay = ({ queryKey, meta }: Query) => !isSession(queryKey) && meta?.isPublic !== true;
  void client.invalidateQueries({ predicate: isOfDay });
}

/** Within it the browsers spread what they ask for when everybody was told, in milliseconds: a thousand of them, each with a call or two, leave the server most of its time for others. */
export const SPREAD = 4_000;

/** How far apart somebody who is told of everybody's days asks for them, in milliseconds. */
export const APART = 10_000;

/**
 * Fetches again what the server says has changed. What a few are told of is fetched at once. What everybody is told of is
 * fetched a chosen moment later, or all browsers would ask in the same one. Who is told of everybody's days fetches at once what
 * comes after a while of silence, and then each `apart()` milliseconds at most. News that comes while it waits is one with it.
 */
export function hearTopics(
  client: QueryClient,
  apart: () => number = () => 0,
  chance: () => number = Math.random,
) {
  const waiting = new Map<Topic, ReturnType<typeof setTimeout>>();
  const fetched = new Map<Topic, number>();
  const fetch = (topic: Topic) => {
    waiting.delete(topic);
    fetched.set(topic, Date.now());
    void invalidateTopic(client, topic);
  };
  const delay = (topic: Topic) => {
    if (IS_TOLD_TO_EVERYBODY[topic]) return chance() * SPREAD;
    // An import is its author's own, who watches how far it is.
    if (topic === "imports") return 0;
    return (fetched.get(topic) ?? Number.NEGATIVE_INFINITY) + apart() - Date.now();
  };
  return {
    hear(topic: Topic): void {
      if (waiting.has(topic)) return;
      const wait = delay(topic);
      if (wait > 0 || IS_TOLD_TO_EVERYBODY[topic])
        waiting.set(
          topic,
          setTimeout(() => fetch(topic), wait),
        );
      else fetch(topic);
    },
    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** How long an answer counts as fresh, in milliseconds. Changes arrive over the socket; these are the net below it. */
export const FRESH = {
  /** What people work on: days, weeks, notifications. */
  work: 10_000,
  /** What rarely changes: holidays, names. */
  calm: 5 * 60_000,
} as const;

/** How often a page that sums up everybody's days asks again while it is looked at, in milliseconds: the net below the socket. */
export const LOOK_AGAIN = 60_000;
