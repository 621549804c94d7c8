import { afterEach, describe, expect, it, vi } from "vitest";
import { aSessionUser } from "../testing/fixtures";
import { sessionStore } from "./store";

afterEach(() => {
  vi.useRealTimers();
});

describe("the session store", () => {
  it("restores token and user as a reload finds them", () => {
    sessionStore.signIn("one", aSessionUser({ role: "HR" }));
    sessionStore.reload();
    expect(sessionStore.get()).toMatchObject({ status: "signed-in", token: "one", user: { role: "HR" } });
  });

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

  it("leaves it to the server whether a kept session is over, whatever time the browser thinks it is", () => {
    vi.useFakeTimers({ now: new Date("2026-11-20T08:00:00Z") });
    sessionStore.signIn("one", aSessionUser());
    vi.setSystemTime(new Date("2026-11-20T22:00:00Z"));
    sessionStore.reload();
    expect(sessionStore.get().status).toBe("signed-in");
  });

  it("forgets at a sign-out what was written and not sent, but not when a session ends by itself", () => {
    sessionStorage.setItem("daybook.draft.1.2026-11-20", "{}");
    sessionStorage.setItem("other", "kept");
    sessionStore.signIn("one", aSessionUser());
    sessionStore.end("Over.", "one");
    expect(Object.keys(sessionStorage)).toHaveLength(2);
    sessionStore.signIn("two", aSessionUser());
    sessionStore.signOut();
    expect(Object.keys(sessionStorage)).toEqual(["other"]);
  });

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
