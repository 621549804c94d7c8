/** The server of the tests. It answers as the API document says: an answer of another shape does not compile. */
import { http as anyHttp, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import { ApiError } from "../api/error";
import type { paths } from "../api/schema";
import { sessionStore } from "../session/store";
import { aPortal, aRefusal, aSession, NO_FACTOR } from "./fixtures";
import { ANNUAL, SICK, UNPAID } from "./leave-types";

export const http = createOpenApiHttp<paths>({ baseUrl: window.location.origin });

/** How long a test waits for what does not come. Nothing is expected to be quick: the machine may have other work. */
export const PATIENCE = 45_000;

/** The call that every signed-in screen makes: the signed-in person is who they say they are, unless a test knows better. */
const session = http.get("/api/session", ({ response }) => {
  const known = sessionStore.get();
  return known.status === "signed-in"
    ? response(200).json({ success: true, data: aSession({ user: known.user }) })
    : response(401).json(aRefusal("UNAUTHENTICATED", "Please login to access this page."));
});

/** And the one that every page makes: what the portal is called. */
const portal = http.get("/api/portal", ({ response }) =>
  response(200).json({ success: true, data: aPortal() }),
);

/** Nobody substitutes for anybody, unless a test knows better. */
const substitutions = http.get("/api/substitutions", ({ response }) =>
  response(200).json({
    success: true,
    data: { substitutions: [], pagination: { current: 1, pages: 0, total: 0 } },
  }),
);

/** The leave types with which every portal begins. */
const leaveTypes = http.get("/api/leave/types", ({ response }) =>
  response(200).json({ success: true, data: { types: [ANNUAL, SICK, UNPAID] } }),
);

/** Nobody has asked for leave, and a manager is there who could decide. */
const myLeave = http.get("/api/leave/my", ({ response }) =>
  response(200).json({ success: true, data: { requests: [], balances: [], hasDecider: true } }),
);
const teamLeave = http.get("/api/leave/team", ({ response }) =>
  response(200).json({
    success: true,
    data: { requests: [], pagination: { current: 1, pages: 0, total: 0 } },
  }),
);

/** Nothing has happened that somebody should hear of. */
const notices = http.get("/api/notifications", ({ response }) =>
  response(200).json({
    success: true,
    data: { notifications: [], unread: 0, pagination: { current: 1, pages: 0, total: 0 } },
  }),
);

/** No month has been closed. */
const statements = http.get("/api/months/mine", ({ response }) =>
  response(200).json({
    success: true,
    data: { statements: [], pagination: { current: 1, pages: 0, total: 0 } },
  }),
);

/** There are employees: an empty list asks, and says what comes before where there are none. */
const employees = anyHttp.get(
  ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    return (
      pathname === "/api/users" &&
      searchParams.get("role") === "Employee" &&
      searchParams.get("limit") === "1"
    );
  },
  () =>
    HttpResponse.json({ success: true, data: { users: [], pagination: { current: 1, pages: 1, total: 1 } } }),
);

/** Everybody has signed in. */
const invitable = http.get("/api/users/invite", ({ response }) =>
  response(200).json({ success: true, data: { count: 0 } }),
);

/** Nobody has a second factor, and nobody needs one. */
const credentials = http.get("/api/auth/credentials", ({ response }) =>
  response(200).json({ success: true, data: NO_FACTOR }),
);
const identities = http.get("/api/users/{id}/identities", ({ response }) =>
  response(200).json({ success: true, data: { identities: [], secondFactor: null } }),
);

/** Nobody has made a link to a calendar feed. */
const leaveFeed = http.get("/api/leave/feed", ({ response }) =>
  response(200).json({ success: true, data: { feed: null } }),
);

export const server = setupServer(
  session,
  portal,
  substitutions,
  leaveTypes,
  myLeave,
  teamLeave,
  leaveFeed,
  credentials,
  identities,
  invitable,
  notices,
  statements,
  employees,
);

type Data<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": { data: infer Found } } } } };
}
  ? Found
  : never;
const addressOf = (path: string) => window.location.origin + path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The server answers a read with this, whatever exactly is asked; what changes in a test is looked up with every call. */
export const gives = <Path extends keyof paths>(path: Path, data: Data<Path> | (() => Data<Path>)) =>
  anyHttp.get(addressOf(path), () =>
    HttpResponse.json({ success: true, data: data instanceof Function ? data() : data }),
  );

/** An answer that waits for the test's word. */
export function aHold() {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { held, answer: () => answer() };
}

/** Something between here and the server answers in its place. */
export const fails = (path: keyof paths, status = 502) =>
  anyHttp.get(addressOf(path), () => new HttpResponse("Bad gateway", { status }));

/** The same at the test's word. */
export function failsLater(path: keyof paths): () => void {
  const { held, answer } = aHold();
  server.use(
    anyHttp.get(addressOf(path), () => held.then(() => new HttpResponse("Bad gateway", { status: 502 }))),
  );
  return answer;
}

type Method = "get" | "post" | "put" | "patch";
type Status<Path extends keyof paths, How extends Method> =
  paths[Path] extends Record<How, { responses: infer Answers }> ? keyof Answers & number : never;

/** The server says no, in these words. */
export const refuses = <Path extends keyof paths, How extends Method>(
  method: How,
  path: Path,
  status: Status<Path, How>,
  ...refusal: Parameters<typeof aRefusal>
) => anyHttp[method](addressOf(path), () => HttpResponse.json(aRefusal(...refusal), { status }));

/** What a call fails with. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("the call should have failed with an ApiError");
}
