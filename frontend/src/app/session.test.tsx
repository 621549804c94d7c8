import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { sessionStore } from "../session/store";
import { aSession, aSessionUser } from "../testing/fixtures";
import { emptyEmployee, sessionAnswers } from "../testing/handlers";
import { renderApp, TOKEN } from "../testing/render";
import { http, PATIENCE, refuses, server } from "../testing/server";
import { FakeSocket, tell } from "../testing/socket";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("a session that ends by itself", () => {
  it("is said once, in a dialog, with the server's words; OK leads to the sign-in", async () => {
    const { user, router } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    expect(new URL(FakeSocket.latest.url).pathname).toBe("/ws/session");
    expect(new URL(FakeSocket.latest.url).searchParams.get("token")).toBe(TOKEN);
    act(() => {
      FakeSocket.latest.accept();
      FakeSocket.latest.say({
        type: "SESSION_INVALID",
        message: "You have been logged out because you logged in from another device.",
      });
    });
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveAccessibleDescription(
      "You have been logged out because you logged in from another device.",
    );
    // Nothing of the page is left behind the dialog.
    expect(screen.queryByRole("heading", { name: "Leave" })).toBeNull();
    expect(localStorage.getItem("daybook.token")).toBeNull();
    const ok = screen.getByRole("button", { name: "OK" });
    expect(ok).toHaveFocus();
    await user.click(ok);
    expect(await heading("Sign In")).toBeVisible();
    expect(router.state.location.pathname).toBe("/login");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("is told by any refused call, too", async () => {
    server.use(
      refuses(
        "get",
        "/api/auth/profile",
        401,
        "SESSION_INVALID",
        "Your account has been blocked. Please contact your administrator.",
      ),
    );
    renderApp({ url: "/employee/profile", as: {} });
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(
      "Your account has been blocked. Please contact your administrator.",
    );
  });

  it("has its own words when the socket closes without any", async () => {
    renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    act(() => FakeSocket.latest.drop(4401));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(
      "Your session has expired. Please login again.",
    );
  });
});

describe("the live connection", () => {
  it("fetches a topic again when the server says that it changed", async () => {
    let fetched = 0;
    server.use(
      http.get("/api/session", ({ response }) => {
        fetched += 1;
        return response(200).json({
          success: true,
          data: aSession({ badges: { notifications: fetched, leave: 0 } }),
        });
      }),
    );
    const { client } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    const before = fetched;
    act(() => {
      FakeSocket.latest.accept();
    });
    tell("holidays");
    tell("users");
    // A new account does not concern anybody's session.
    expect(client.isFetching({ queryKey: ["GET", "/api/session"] })).toBe(0);
    act(() => FakeSocket.latest.say({ type: "CHANGED", topic: "notifications" }));
    await waitFor(() => expect(fetched).toBe(before + 1));
    expect((await screen.findAllByText(`, ${before + 1} to read`)).length).toBeGreaterThan(0);
  });

  it("fetches what is older than what it is told of, where it comes late", async () => {
    let fetched = 0;
    server.use(
      http.get("/api/session", ({ response }) => {
        fetched += 1;
        return response(200).json({ success: true, data: aSession() });
      }),
    );
    const { client } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    const [before, now] = [fetched, Date.now()];
    expect(client.isFetching()).toBe(0);
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 10_001);
    act(() => FakeSocket.latest.accept());
    clock.mockRestore();
    await waitFor(() => expect(fetched).toBe(before + 1));
  });

  it("is not all that the badge goes by: every half minute it is asked for without a word", async () => {
    let fetched = 0;
    server.use(
      http.get("/api/session", ({ response }) => {
        fetched += 1;
        return response(200).json({
          success: true,
          data: aSession({ badges: { notifications: fetched, leave: 0 } }),
        });
      }),
    );
    // The beat alone; what is waited for on the screen takes its own time.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      renderApp({ url: "/employee/leave", as: {} });
      await heading("Leave");
      const before = fetched;
      expect((await screen.findAllByText(`, ${before} to read`)).length).toBeGreaterThan(0);
      await act(async () => {
        vi.advanceTimersByTime(29_999);
        await new Promise((resolve) => setTimeout(resolve, 30));
      });
      expect(fetched).toBe(before);
      act(() => void vi.advanceTimersByTime(1));
      expect((await screen.findAllByText(`, ${before + 1} to read`)).length).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is no error where the badge cannot be asked for: it counts nothing then", async () => {
    let refused = 0;
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      renderApp({ url: "/employee/leave", as: {} });
      server.use(sessionAnswers(aSession({ badges: { notifications: 3, leave: 0 } })));
      await heading("Leave");
      expect(await screen.findAllByText(", 3 to read")).not.toHaveLength(0);
      server.use(
        http.get("/api/session", ({ response }) => {
          refused += 1;
          return response.untyped(new Response("Bad gateway", { status: 502 }));
        }),
      );
      act(() => void vi.advanceTimersByTime(30_000));
      await vi.waitFor(() => expect(refused).toBeGreaterThan(0), PATIENCE);
      // It is tried again twice before it counts as failed.
      await vi.waitFor(() => expect(screen.queryAllByText(", 3 to read")).toHaveLength(0), PATIENCE);
      expect(await heading("Leave")).toBeVisible();
      expect(screen.queryByRole("alert")).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not opened for a visitor", async () => {
    renderApp({ url: "/login" });
    await heading("Sign In");
    expect(FakeSocket.all).toEqual([]);
  });
});

describe("another person on the same machine", () => {
  it("is shown nothing that was fetched for the first", async () => {
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    server.use(
      http.post("/api/auth/logout", ({ response }) => response(200).json({ success: true, data: {} })),
    );
    await user.click(await screen.findByRole("button", { name: /User menu/ }));
    await user.click(screen.getByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(sessionStore.get().status).toBe("anonymous"));
    expect(screen.queryByText("Ada Lindqvist")).toBeNull();
    expect(Object.values({ ...localStorage }).join()).not.toContain("Ada");
  });

  it("signs this tab out when another tab does", async () => {
    renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    localStorage.removeItem("daybook.token");
    act(() => {
      window.dispatchEvent(new StorageEvent("storage", { key: "daybook.token", newValue: null }));
    });
    expect(await heading("Access Denied")).toBeVisible();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("a temporary password", () => {
  const newcomer = { isFirstLogin: true } as const;

  it("has to be changed before anything else is shown", async () => {
    server.use(...emptyEmployee());
    const bodies: unknown[] = [];
    server.use(
      http.put("/api/auth/change-first-login-password", async ({ request, response }) => {
        bodies.push(await request.json());
        server.use(sessionAnswers());
        return response(200).json({ success: true, data: {} });
      }),
    );
    const { user } = renderApp({ url: "/employee/leave", as: newcomer });
    const title = await heading("Set Your New Password");
    expect(title).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Set Your New Password – Daybook"));
    expect(screen.queryByRole("link", { name: "Dashboard" })).toBeNull();
    const submit = screen.getByRole("button", { name: "Set Password" });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText("New Password"), "daybook-9");
    expect(screen.getByText("At least 6 characters")).toHaveTextContent(": met");
    await user.type(screen.getByLabelText("Confirm New Password"), "daybook-");
    expect(screen.getByText("Passwords match")).toHaveTextContent(": not met yet");
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText("Confirm New Password"), "9");
    await user.click(submit);
    expect(await heading("Leave")).toBeVisible();
    expect(bodies).toEqual([{ newPassword: "daybook-9", confirmPassword: "daybook-9" }]);
    expect(sessionStore.get()).toMatchObject({ user: { isFirstLogin: false } });
  });

  it("says what the server has against the new one, and keeps the person there", async () => {
    server.use(
      refuses(
        "put",
        "/api/auth/change-first-login-password",
        400,
        "VALIDATION_FAILED",
        "New password must be different from the temporary password",
      ),
    );
    const { user } = renderApp({ url: "/employee", as: newcomer });
    await heading("Set Your New Password");
    await user.type(screen.getByLabelText("New Password"), "temporary");
    await user.type(screen.getByLabelText("Confirm New Password"), "temporary");
    await user.click(screen.getByRole("button", { name: "Set Password" }));
    const box = await screen.findByText("New password must be different from the temporary password");
    expect(box).toHaveFocus();
    expect(await heading("Set Your New Password")).toBeVisible();
    for (const [status, sentence] of [
      [502, "Password change failed"],
      [200, "An error occurred while changing password"],
    ] as const) {
      const broken = () => new HttpResponse("<html>", { status });
      server.use(http.untyped.put("/api/auth/change-first-login-password", broken));
      await user.click(screen.getByRole("button", { name: "Set Password" }));
      expect(await screen.findByText(sentence)).toBeVisible();
    }
  });

  it("can be put off by signing out only", async () => {
    server.use(
      http.post("/api/auth/logout", ({ response }) => response(200).json({ success: true, data: {} })),
    );
    const { user } = renderApp({ url: "/employee", as: newcomer });
    await heading("Set Your New Password");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(sessionStore.get().status).toBe("anonymous"));
  });

  it("is asked for as soon as the server asks for it", async () => {
    server.use(sessionAnswers(aSession({ user: aSessionUser(newcomer) })));
    renderApp({ url: "/employee/leave", as: {} });
    expect(await heading("Set Your New Password")).toBeVisible();
  });
});
