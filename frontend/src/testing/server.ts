/** The server of the tests. It answers as the API document says: an answer of another shape does not compile. */
import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import type { paths } from "../api/schema";
import { sessionStore } from "../session/store";
import { aPortal, aRefusal, aSession } from "./fixtures";

export const http = createOpenApiHttp<paths>({ baseUrl: window.location.origin });

/** The call that every signed-in screen makes: the signed-in person is who they say they are, unless a test knows better. */
const session = http.get("/api/session", ({ response }) => {
  const known = sessionStore.get();
  return known.status === "signed-in"
    ? response(200).json({ success: true, data: aSession({ user: known.user }) })
    : response(401).json(aRefusal("UNAUTHENTICATED", "Please login to access this page."));
});

/** And the one that every page makes: what the portal is called. */
const portal = http.get("/api/portal", ({ response }) =>
  response(200).json({
    success: true,
    data: aPortal(),
  }),
);

export const server = setupServer(session, portal);
