import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../session/store";
import { aRefusal, aSession, aSessionUser } from "../testing/fixtures";
import { errorOf, http, refuses, server } from "../testing/server";
import { api } from "./client";
import { isTransient, messageOr } from "./error";
import { unwrap } from "./unwrap";

const session = () => unwrap(api.GET("/api/session"));

describe("the client", () => {
  it("sends the stored token, and none without one", async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get("/api/session", ({ request, response }) => {
        seen.push(request.headers.get("Authorization"));
        return response(200).json({ success: true, data: aSession() });
      }),
    );
    await session();
    sessionStore.signIn("abc", aSessionUser());
    await expect(session()).resolves.toEqual(aSession());
    expect(seen).toEqual([null, "Bearer abc"]);
  });

  it("ends the session on SESSION_INVALID, with the server's words", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(refuses("get", "/api/session", 401, "SESSION_INVALID", "Your account has been blocked."));
    const failure = await errorOf(session());
    expect(failure).toMatchObject({ status: 401, code: "SESSION_INVALID", kind: "http" });
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: "Your account has been blocked." });
  });

  it("has words of its own where the server gives none", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(refuses("get", "/api/session", 401, "SESSION_INVALID", ""));
    await errorOf(session());
    expect(sessionStore.get()).toEqual({
      status: "anonymous",
      ended: "You have been logged out because you logged in from another device.",
    });
  });

  it("does not take a refused logout for news", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(refuses("post", "/api/auth/logout", 401, "SESSION_INVALID", "Over."));
    await errorOf(unwrap(api.POST("/api/auth/logout")));
    expect(sessionStore.get().status).toBe("signed-in");
  });

  it("leaves a session alone when a sign-in is refused", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(refuses("post", "/api/auth/login", 401, "INVALID_CREDENTIALS", "Invalid email or password"));
    await errorOf(unwrap(api.POST("/api/auth/login", { body: { email: "a@b.c", password: "x" } })));
    expect(sessionStore.get().status).toBe("signed-in");
  });

  it("forgets, without a word, a token that the server never gave out", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(refuses("get", "/api/session", 401, "UNAUTHENTICATED", "Please login to access this page."));
    await errorOf(session());
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
  });

  it("learns from a refusal that the password has to be changed first", async () => {
    sessionStore.signIn("abc", aSessionUser());
    server.use(
      refuses("get", "/api/dashboard", 403, "PASSWORD_CHANGE_REQUIRED", "Please set your new password."),
    );
    await errorOf(unwrap(api.GET("/api/dashboard")));
    expect(sessionStore.get()).toMatchObject({ status: "signed-in", user: { isFirstLogin: true } });
  });

  it("tells apart the network, the server and nonsense", async () => {
    server.use(http.untyped.get("/api/session", () => HttpResponse.error()));
    expect(await errorOf(session())).toMatchObject({ kind: "network", status: 0 });

    server.use(http.untyped.get("/api/session", () => new HttpResponse("<html>", { status: 200 })));
    expect(await errorOf(session())).toMatchObject({ kind: "parse" });

    server.use(http.untyped.get("/api/session", () => new HttpResponse("Bad gateway", { status: 502 })));
    const gateway = await errorOf(session());
    expect(gateway).toMatchObject({ kind: "http", status: 502, code: "" });
    expect(messageOr(gateway, "Failed to load")).toBe("Failed to load");
    expect(isTransient(gateway)).toBe(true);

    server.use(
      http.get("/api/session", ({ response }) =>
        response(503).json(aRefusal("UNAVAILABLE", "Please try again."), { headers: { "Retry-After": "2" } }),
      ),
    );
    expect(await errorOf(session())).toMatchObject({
      status: 503,
      retryAfter: 2,
      message: "Please try again.",
    });
  });

  it("carries what a refusal says about fields and unlocks", async () => {
    server.use(
      refuses("post", "/api/timesheets/my", 403, "DATE_LOCKED", "This date is locked.", {
        requiresUnlock: true,
      }),
    );
    const body = { date: "2026-11-02", hours: 9, description: "x" };
    const locked = await errorOf(unwrap(api.POST("/api/timesheets/my", { body })));
    expect(locked).toMatchObject({ requiresUnlock: true, message: "This date is locked." });
    expect(isTransient(locked)).toBe(false);

    server.use(
      refuses("post", "/api/timesheets/my", 400, "VALIDATION_FAILED", "Check the form.", {
        errors: { hours: "Too many." },
      }),
    );
    expect(await errorOf(unwrap(api.POST("/api/timesheets/my", { body })))).toMatchObject({
      errors: { hours: "Too many." },
    });
  });
});
