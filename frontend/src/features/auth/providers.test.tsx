import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../../session/store";
import { violations } from "../../testing/axe";
import { aPortal, aRefusal, aSession, aSessionUser } from "../../testing/fixtures";
import { emptyEmployee, sessionAnswers } from "../../testing/handlers";
import { ACME, arriveWith, catchMoves, ENTRA, withProviders } from "../../testing/providers";
import { renderApp } from "../../testing/render";
import { aHold, http, server } from "../../testing/server";

const title = () => screen.findByRole("heading", { level: 1, name: "Sign In" });
const main = () => within(screen.getByRole("main"));

describe("the sign-in of a portal with providers", () => {
  it("has a button for each in their order, then the form", async () => {
    withProviders([ACME, ENTRA]);
    renderApp({ url: "/login" });
    await title();
    expect(
      main()
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Continue with Acme ID", "Continue with Entra", "", "Sign In"]);
    const [or, email] = [screen.getByText("or"), screen.getByLabelText("Email")];
    expect(or.compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText("Use the email address and the password of your account.")).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("still takes a password, and says above all ways what is wrong with it", async () => {
    withProviders();
    const { user } = renderApp({ url: "/login" });
    await title();
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    const box = screen.getByRole("alert");
    expect(box).toHaveTextContent("Please enter both Email and Password");
    expect(box).toHaveFocus();
    const way = screen.getByRole("button", { name: "Continue with Acme ID" });
    expect(box.compareDocumentPosition(way)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ["off", "/login", false],
    ["off", "/login?local", false],
    ["break-glass", "/login", false],
    ["break-glass", "/login?local", true],
  ] as const)("with passwords %s at %s has the form: %s", async (passwords, url, hasForm) => {
    const moves = catchMoves();
    withProviders([ACME], passwords);
    renderApp({ url });
    expect(await screen.findByRole("button", { name: "Continue with Acme ID" })).toBeVisible();
    expect(screen.queryByLabelText("Password") !== null).toBe(hasForm);
    expect(screen.queryByText("or") !== null).toBe(hasForm);
    expect(screen.queryByRole("link", { name: "Forgot your password?" }) !== null).toBe(hasForm);
    expect(screen.queryByRole("link", { name: "Register as Employee" })).toBeNull();
    // Not even of a single provider.
    expect(moves).toEqual([]);
  });

  it("is whole at once: nothing stands there that the portal's answer would move", async () => {
    const { held, answer } = aHold();
    server.use(
      http.get("/api/portal", async ({ response }) => {
        await held;
        return response(200).json({ success: true, data: aPortal({ providers: [ACME], passwords: "off" }) });
      }),
    );
    renderApp({ url: "/login" });
    await screen.findByRole("main");
    expect(await main().findByText("Loading...")).toHaveRole("status");
    expect(screen.queryByLabelText("Email")).toBeNull();
    answer();
    expect(await screen.findByRole("button", { name: "Continue with Acme ID" })).toBeVisible();
  });

  it("has the form where the portal's answer does not come", async () => {
    server.use(http.get("/api/portal", () => HttpResponse.error()));
    renderApp({ url: "/login" });
    expect(await screen.findByLabelText("Email")).toBeVisible();
  });
});

describe("the way to a provider", () => {
  it("is one at a time, says that it is under way, and begins anew after Back", async () => {
    const moves = catchMoves();
    withProviders([ACME, ENTRA]);
    const { user } = renderApp({ url: "/login" });
    await user.click(await screen.findByRole("button", { name: "Continue with Entra" }));
    expect(moves).toEqual(["/api/auth/oidc/entra/start"]);
    expect(screen.getByRole("button", { name: "Signing in..." })).toHaveAttribute("aria-busy", "true");
    expect(screen.getByRole("button", { name: "Continue with Acme ID" })).toBeDisabled();
    fireEvent(window, new Event("pageshow"));
    expect(screen.getByRole("button", { name: "Continue with Entra" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Continue with Acme ID" })).toBeEnabled();
  });

  it("remembers the page that a visitor was refused", async () => {
    const moves = catchMoves();
    withProviders();
    const { user } = renderApp({ url: "/employee/leave?year=2027" });
    await user.click(await screen.findByRole("link", { name: "Go Back" }));
    await user.click(await screen.findByRole("button", { name: "Continue with Acme ID" }));
    expect(moves).toEqual(["/api/auth/oidc/acme/start?to=%2Femployee%2Fleave%3Fyear%3D2027"]);
  });

  it("remembers the page whose session ended", async () => {
    const moves = catchMoves();
    withProviders();
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await screen.findByRole("heading", { level: 1, name: "Leave" });
    sessionStore.end("Your session has expired.", sessionStore.token() ?? "");
    await user.click(await screen.findByRole("button", { name: "OK" }));
    await user.click(await screen.findByRole("button", { name: "Continue with Acme ID" }));
    expect(moves).toEqual(["/api/auth/oidc/acme/start?to=%2Femployee%2Fleave"]);
  });
});

describe("the way back from a provider", () => {
  /** The exchange leads in, or is refused. */
  function serve(refusal?: { status: 400 | 403; message: string }) {
    const sent: unknown[] = [];
    const person = aSessionUser();
    server.use(
      ...emptyEmployee(),
      sessionAnswers(aSession({ user: person })),
      http.post("/api/auth/oidc/exchange", async ({ request, response }) => {
        sent.push(await request.json());
        return refusal
          ? response(refusal.status).json(aRefusal("VALIDATION_FAILED", refusal.message))
          : response(200).json({
              success: true,
              data: { user: person, token: "fresh", isFirstLogin: false },
            });
      }),
    );
    return sent;
  }

  it.each([
    ["", "/employee"],
    ["&to=%2F", "/employee"],
    ["&to=%2Femployee%2Fleave%3Fyear%3D2026", "/employee/leave?year=2026"],
    // None of these is a page of this portal.
    ["&to=https%3A%2F%2Fevil.example%2F", "/employee"],
    ["&to=%2F%2Fevil.example", "/employee"],
    ["&to=%2F%5Cevil.example", "/employee"],
    ["&to=%2F.%2F%2Fevil.example", "/employee"],
    ["&to=%2F%09%2Fevil.example", "/employee"],
    ["&to=javascript%3Aalert(1)", "/employee"],
    ["&to=%2Fapi%2Fauth%2Foidc%2Facme%2Fstart", "/employee"],
    ["&to=%2Flogin", "/employee"],
  ])("with a code%s leads to %s", async (to, page) => {
    withProviders();
    const sent = serve();
    arriveWith(`code=c-1${to}`);
    const { router } = renderApp({ url: "/login" });
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(page);
    });
    expect(sent).toEqual([{ code: "c-1" }]);
    expect(sessionStore.token()).toBe("fresh");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  it("says that it is at work, and shows nothing else meanwhile", async () => {
    withProviders();
    const { held, answer } = aHold();
    server.use(
      http.post("/api/auth/oidc/exchange", async ({ response }) => {
        await held;
        return response(400).json(
          aRefusal("VALIDATION_FAILED", "The sign-in took too long. Please try again."),
        );
      }),
    );
    arriveWith("code=c-1");
    renderApp({ url: "/login" });
    await title();
    expect(await main().findByText("Signing in...")).toHaveRole("status");
    expect(main().queryByRole("button")).toBeNull();
    expect(screen.queryByLabelText("Email")).toBeNull();
    answer();
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it.each([
    ["failure=f-1", 400, "The sign-in was cancelled.", "on"],
    ["failure=f-1", 403, "Your account is inactive. Please contact HR.", "off"],
    ["code=f-1", 400, "The sign-in took too long. Please try again.", "on"],
  ] as const)("with %s (%i) says: %s", async (found, status, message, passwords) => {
    withProviders([ACME], passwords);
    const sent = serve({ status, message });
    arriveWith(found);
    const { router } = renderApp({ url: "/login" });
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent(message);
    expect(box).toHaveFocus();
    expect(screen.getByRole("button", { name: "Continue with Acme ID" })).toBeEnabled();
    expect(screen.queryByText("Signing in...")).toBeNull();
    expect(router.state.location.pathname).toBe("/login");
    expect(sent).toEqual([{ code: "f-1" }]);
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
    expect(await violations()).toEqual([]);
  });

  it("asks a busy portal again by itself, and says so", async () => {
    withProviders();
    serve();
    server.use(
      http.post(
        "/api/auth/oidc/exchange",
        ({ response }) =>
          response.untyped(
            HttpResponse.json(aRefusal("UNAVAILABLE", "The portal is busy."), {
              status: 503,
              headers: { "Retry-After": "1" },
            }),
          ),
        { once: true },
      ),
    );
    arriveWith("code=c-1");
    const { router } = renderApp({ url: "/login" });
    expect(await screen.findByText(/The portal is busy at the moment/)).toHaveRole("status");
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee"));
  });

  it("says that nobody answers", async () => {
    withProviders();
    server.use(http.post("/api/auth/oidc/exchange", () => HttpResponse.error()));
    arriveWith("code=c-1");
    renderApp({ url: "/login" });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Network error. Please check your connection.",
    );
  });

  it("takes the place of a session that this browser still has", async () => {
    withProviders();
    serve();
    arriveWith("code=c-1");
    const { router } = renderApp({ url: "/login", as: {} });
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee"));
    expect(sessionStore.token()).toBe("fresh");
  });
});

describe("a sign-out", () => {
  async function signOut(continueAt?: string) {
    const moves = catchMoves();
    server.use(
      ...emptyEmployee(),
      http.post("/api/auth/logout", ({ response }) =>
        response(200).json({ success: true, data: continueAt === undefined ? {} : { continueAt } }),
      ),
    );
    const { user, router } = renderApp({ url: "/employee", as: {} });
    await user.click(await screen.findByRole("button", { name: /User menu of/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(sessionStore.token()).toBeNull());
    expect(router.state.location.pathname).toBe("/");
    return moves;
  }

  it("goes on to the provider's own", async () => {
    const moves = await signOut("https://id.example/logout?id_token_hint=x");
    await waitFor(() => expect(moves).toEqual(["https://id.example/logout?id_token_hint=x"]));
  });

  it("stays where there is none", async () => {
    const moves = await signOut();
    expect(await screen.findByRole("link", { name: "Login to System" })).toBeVisible();
    expect(moves).toEqual([]);
  });
});
