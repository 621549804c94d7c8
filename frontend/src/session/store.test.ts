import { afterEach, describe, expect, it, vi } from "vitest";
import { aSessionUser } from "../testing/fixtures";
import { expiryOf } from "./expiry";
import { sessionStore } from "./store";

function tokenWith(claims: Record<string, unknown>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${part({ alg: "HS256" })}.${part(claims)}.signature`;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the session store", () => {
  // Shows: S19
  it("restores token and user as a reload finds them", () => {
    sessionStore.signIn("one", aSessionUser({ role: "HR" }));
    sessionStore.reload();
    expect(sessionStore.get()).toMatchObject({ status: "signed-in", token: "one", user: { role: "HR" } });
  });

  // Shows: S19
  it("keeps nothing after a sign-out", () => {
    sessionStore.signIn("one", aSessionUser());
    sessionStore.signOut();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
  });

  it.each(["", "{", "null", '{"id":1}', "[]"])("takes a user of another shape (%j) for nobody", (stored) => {
    sessionStore.signIn("one", aSessionUser());
    localStorage.setItem("daybook.user", stored);
    sessionStore.reload();
    expect(sessionStore.get().status).toBe("anonymous");
  });

  // Shows: D1
  it("does not use a token past its life, whatever day the browser thinks it is", () => {
    vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00Z") });
    // Given out by a server that lives in 2026: twelve hours.
    const iat = Date.parse("2026-11-20T08:00:00Z") / 1000;
    sessionStore.signIn(tokenWith({ iat, exp: iat + 12 * 3600 }), aSessionUser());
    vi.setSystemTime(new Date("2031-01-01T11:59:59Z"));
    sessionStore.reload();
    expect(sessionStore.get().status).toBe("signed-in");
    vi.setSystemTime(new Date("2031-01-01T12:00:00Z"));
    sessionStore.reload();
    expect(sessionStore.get().status).toBe("anonymous");
    expect(localStorage.getItem("daybook.token")).toBeNull();
  });

  it.each(["", "one", "a.b.c", tokenWith({}), tokenWith({ iat: 5, exp: 5 })])(
    "leaves the life of a token that does not say it to the server",
    (token) => {
      expect(expiryOf(token, 0)).toBeNull();
    },
  );

  // Shows: S18
  it("signs out when another tab removes the token", () => {
    sessionStore.signIn("one", aSessionUser());
    const listener = vi.fn();
    const stop = sessionStore.subscribe(listener);
    localStorage.removeItem("daybook.token");
    window.dispatchEvent(new StorageEvent("storage", { key: "daybook.token", newValue: null }));
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it("keeps its reason on the screen when the storage event of its own end arrives in another tab", () => {
    sessionStore.signIn("one", aSessionUser());
    const stop = sessionStore.subscribe(() => undefined);
    sessionStore.end("Over.", "one");
    window.dispatchEvent(new StorageEvent("storage", { key: "daybook.token", newValue: null }));
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: "Over." });
    stop();
  });

  it("ends once, and never by the refusal of an earlier session", () => {
    sessionStore.signIn("two", aSessionUser());
    sessionStore.end("Late news of the first.", "one");
    expect(sessionStore.get().status).toBe("signed-in");
    sessionStore.end("First word.", "two");
    sessionStore.end("Second word.", "two");
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: "First word." });
  });

  it("works without local storage", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    sessionStore.signIn("one", aSessionUser());
    expect(sessionStore.get().status).toBe("signed-in");
  });
});
