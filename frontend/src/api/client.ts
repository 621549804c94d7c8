/**
 * The one typed client. It adds the token, and notices when the server says that the session is over; it shows nothing to
 * anybody, that is for the screens.
 */
import createClient, { type Middleware } from "openapi-fetch";
import { sessionStore } from "../session/store";
import type { paths } from "./schema";

const LOGOUT = "/api/auth/logout";

function tokenOf(request: Request): string | null {
  const header = request.headers.get("Authorization");
  return header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : null;
}

async function refusalOf(response: Response): Promise<{ code: string; message: string }> {
  try {
    const body: unknown = await response.clone().json();
    if (typeof body !== "object" || body === null) return { code: "", message: "" };
    const code = "code" in body && typeof body.code === "string" ? body.code : "";
    const message = "message" in body && typeof body.message === "string" ? body.message : "";
    return { code, message };
  } catch {
    return { code: "", message: "" };
  }
}

const bearer: Middleware = {
  onRequest({ request }) {
    const token = sessionStore.token();
    if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
};

const sessionEnd: Middleware = {
  async onResponse({ request, response, schemaPath }) {
    const token = tokenOf(request);
    if (token === null || schemaPath === LOGOUT) return;
    if (response.status === 401) {
      const { code, message } = await refusalOf(response);
      if (code === "SESSION_INVALID")
        sessionStore.end(
          message || "You have been logged out because you logged in from another device.",
          token,
        );
      // A token that this server never gave out (its database is a new one, say) is useless.
      else if (code === "UNAUTHENTICATED") sessionStore.drop(token);
    } else if (response.status === 403) {
      const { code } = await refusalOf(response);
      const session = sessionStore.get();
      if (session.status !== "signed-in" || session.token !== token) return;
      if (code === "PASSWORD_CHANGE_REQUIRED")
        sessionStore.replaceUser({ ...session.user, isFirstLogin: true });
      else if (code === "SECOND_FACTOR_REQUIRED")
        sessionStore.replaceUser({ ...session.user, mustSetUpSecondFactor: true });
    }
  },
};

export const api = createClient<paths>({
  // The browser tests read the registry of screens, and with it this file, where there is no page.
  baseUrl: globalThis.location?.origin,
  credentials: "same-origin",
  // Looked up at each call and not once at the start, so that what stands in for the network in a test is found.
  fetch: (request) => globalThis.fetch(request),
});
api.use(bearer, sessionEnd);
