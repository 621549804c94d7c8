/**
 * Every read of the client. Path and parameters are the key and the call, so that the one cannot drift from the other. The answer is
 * kept as the server gave it: a screen that wants another shape says so in `select`, and no path is kept in two.
 */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "../domain/roles";
import { api } from "./client";
import { againAfter, noteLag } from "./lag";
import type { ReadKey, ReadPath, Topic } from "./query";
import type { paths } from "./schema";
import { dataOf, unwrapBody } from "./unwrap";

type Get<Path extends ReadPath> = NonNullable<paths[Path]["get"]>;
type Params<Path extends ReadPath> = Pick<Get<Path>["parameters"], "path" | "query">;
type Body<Path extends ReadPath> =
  Get<Path> extends { responses: { 200: { content: { "application/json": infer Answer } } } }
    ? Answer
    : never;
type Data<Path extends ReadPath> = Body<Path> extends { data: infer Data } ? Data : Body<Path>;

type Rules = {
  /** What the server says when the answer has changed. */
  readonly topics: readonly Topic[];
  /** How long the answer counts as fresh: see `FRESH`. */
  readonly fresh: number;
  /** How often it is asked for again while it is looked at, in milliseconds. */
  readonly again?: number;
  readonly isPublic?: boolean;
};

// The client infers the answer from a path that is written out; here the path is a parameter, and the types above say the same.
const get = api.GET as unknown as (
  path: ReadPath,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** `take` is for an answer without an envelope. */
export function read<Path extends ReadPath, Taken = Data<Path>>(
  path: Path,
  params: Params<Path>,
  { topics, fresh, again, isPublic = false }: Rules,
  take: (body: Body<Path>, response: Response) => Taken = dataOf as () => Taken,
) {
  return queryOptions({
    queryKey: ["GET", path, params] as const,
    queryFn: async ({ signal }) => {
      const call = get(path, { params, signal });
      const body = await unwrapBody(call);
      const { response } = await call;
      noteLag(path, response);
      return take(body as Body<Path>, response);
    },
    staleTime: fresh,
    refetchInterval: () => againAfter(path, again),
    meta: { topics, isPublic },
  });
}

/** Where a screen is about to open: all that its first reads depend on. */
export type Place = {
  readonly role: Role;
  /** What the server said last. */
  readonly today: string;
  readonly search: URLSearchParams;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Whether they substitute for a manager, as the server said last. */
  readonly isSubstitute: boolean;
};

/** What a screen asks for as soon as it opens, so that it can be asked beside the screen's script. */
export type Reads = (place: Place) => readonly { readonly queryKey: ReadKey }[];
