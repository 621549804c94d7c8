import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { sessionStore } from "../../session/store";
import { aPortal, aRefusal } from "../../testing/fixtures";
import { renderApp, TOKEN } from "../../testing/render";
import { gives, http, PATIENCE, refuses, server } from "../../testing/server";

const DONE = "Password reset successful. Please log in.";
const WAY = "/auth/reset-password/t0k-en%2Fx";

async function open(as?: { role: "Employee" }) {
  const app = renderApp(as ? { url: WAY, as } : { url: WAY });
  await screen.findByRole("heading", { level: 1, name: "Reset Password" });
  return {
    ...app,
    first: screen.getByLabelText("New Password"),
    second: screen.getByLabelText("Confirm New Password"),
    submit: screen.getByRole("button", { name: "Reset Password" }),
    checks: () => screen.getAllByRole("listitem").map((item) => item.textContent),
  };
}

const succeeds = (seen: unknown[] = []) =>
  http.post("/api/auth/reset-password/{token}", async ({ params, request, response }) => {
    seen.push({ token: params.token, ...(await request.json()) });
    return response(200).json({ success: true, message: DONE, data: {} });
  });

describe("a new password after a forgotten one", () => {
  it("shows what it still needs while it is typed", async () => {
    const { user, first, second, submit, checks } = await open();
    expect(checks()).toEqual(["At least 6 characters: not met yet", "Passwords match: not met yet"]);
    expect(submit).toBeDisabled();
    await user.type(first, "short");
    await user.type(second, "short");
    expect(checks()).toEqual(["At least 6 characters: not met yet", "Passwords match: met"]);
    expect(submit).toBeDisabled();
    await user.type(first, "er");
    expect(checks()).toEqual(["At least 6 characters: met", "Passwords match: not met yet"]);
    expect(submit).toBeDisabled();
    await user.type(second, "er");
    expect(checks()).toEqual(["At least 6 characters: met", "Passwords match: met"]);
    expect(submit).toBeEnabled();
    // Each can be looked at on its own.
    const [eye] = screen.getAllByRole("button", { name: "Show password" });
    await user.click(eye as HTMLElement);
    expect(first).toHaveAttribute("type", "text");
    expect(second).toHaveAttribute("type", "password");
  });

  it("says on Enter why it does not go on", async () => {
    const { user, first, second } = await open();
    await user.type(first, "short");
    await user.type(second, "other{Enter}");
    expect(first).toHaveAccessibleDescription("Password must be at least 6 characters long");
    expect(first).toHaveFocus();
    await user.type(first, "er{Enter}");
    expect(first).not.toHaveAccessibleDescription();
    expect(second).toHaveAccessibleDescription("Passwords do not match");
    expect(second).toHaveFocus();
    await user.type(second, "x");
    expect(second).not.toHaveAccessibleDescription();
  });

  it("is set with the token of the address, and leads to the sign-in after two seconds", async () => {
    const seen: unknown[] = [];
    server.use(succeeds(seen));
    const { user, first, second, router } = await open();
    await user.type(first, "harbour-light");
    await user.type(second, "harbour-light");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      await user.keyboard("{Enter}");
      await vi.waitFor(() => expect(screen.getByText(DONE)).toHaveFocus(), PATIENCE);
      expect(seen).toEqual([{ token: "t0k-en/x", password: "harbour-light" }]);
      expect(screen.queryByLabelText("New Password")).toBeNull();
      await vi.advanceTimersByTimeAsync(2100);
      await vi.waitFor(() => expect(router.state.location.pathname).toBe("/login"), PATIENCE);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is the first one of somebody who was invited", async () => {
    const seen: unknown[] = [];
    server.use(succeeds(seen), gives("/api/portal", aPortal({ organisation: "Acme & Sons" })));
    const { user } = renderApp({ url: `${WAY}?welcome` });
    expect(await screen.findByRole("heading", { level: 1, name: "Welcome to Acme & Sons" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "Set Your Password" })).toBeVisible();
    expect(screen.queryByText(/signed out on all devices/)).toBeNull();
    await user.type(screen.getByLabelText("New Password"), "harbour-light");
    await user.type(screen.getByLabelText("Confirm New Password"), "harbour-light");
    await user.click(screen.getByRole("button", { name: "Set Your Password" }));
    expect(await screen.findByText("Your password is set. Please log in.")).toBeVisible();
    expect(seen).toEqual([{ token: "t0k-en/x", password: "harbour-light" }]);
  });

  it("leads somebody whose invitation is over to another one", async () => {
    server.use(
      refuses(
        "post",
        "/api/auth/reset-password/{token}",
        400,
        "VALIDATION_FAILED",
        "This reset link is invalid or has expired",
      ),
    );
    const { user, router } = renderApp({ url: `${WAY}?welcome` });
    await user.type(await screen.findByLabelText("New Password"), "harbour-light");
    await user.type(screen.getByLabelText("Confirm New Password"), "harbour-light{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("This reset link is invalid or has expired");
    await user.click(screen.getByRole("link", { name: "Ask for a new link" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/forgot-password"));
  });

  it("leaves no session in the way of the sign-in, and calls nobody an intruder", async () => {
    const left: (string | null)[] = [];
    server.use(
      succeeds(),
      http.post("/api/auth/logout", ({ request, response }) => {
        left.push(request.headers.get("Authorization"));
        return response(401).json(
          aRefusal("SESSION_INVALID", "Your session has expired. Please login again."),
        );
      }),
    );
    const { user, first, second } = await open({ role: "Employee" });
    await user.type(first, "harbour-light");
    await user.type(second, "harbour-light{Enter}");
    expect(await screen.findByText(DONE)).toBeVisible();
    await waitFor(() => expect(left).toEqual([`Bearer ${TOKEN}`]));
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("says nothing of a session that ended for it, though the socket was quicker", async () => {
    server.use(
      http.post("/api/auth/reset-password/{token}", ({ response }) => {
        sessionStore.end("Your session has expired. Please login again.", TOKEN);
        return response(200).json({ success: true, message: DONE, data: {} });
      }),
    );
    const { user, first, second } = await open({ role: "Employee" });
    await user.type(first, "harbour-light");
    await user.type(second, "harbour-light{Enter}");
    expect(await screen.findByText(DONE)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null });
  });

  it("puts the server's sentence about the password at the field", async () => {
    const sentence = "This password is too easy to guess";
    server.use(
      refuses("post", "/api/auth/reset-password/{token}", 400, "VALIDATION_FAILED", sentence, {
        errors: { password: sentence },
      }),
    );
    const { user, first, second } = await open();
    await user.type(first, "EMP1007");
    await user.type(second, "EMP1007{Enter}");
    await waitFor(() => expect(first).toHaveAccessibleDescription(sentence));
    expect(first).toHaveFocus();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(second, "x");
    expect(first).not.toHaveAccessibleDescription();
  });

  it.each([
    [
      "the server's words",
      () =>
        HttpResponse.json(aRefusal("VALIDATION_FAILED", "This reset link is invalid or has expired"), {
          status: 400,
        }),
      "This reset link is invalid or has expired",
    ],
    ["words of its own", () => new HttpResponse("<html>", { status: 502 }), "Failed to reset password"],
    ["the same where nobody answers", () => HttpResponse.error(), "Failed to reset password"],
  ])("that is refused is told in %s, with the way to another link", async (_, answer, sentence) => {
    server.use(http.untyped.post("/api/auth/reset-password/:token", answer));
    const { user, first, second, router } = await open();
    await user.type(first, "harbour-light");
    await user.type(second, "harbour-light{Enter}");
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent(sentence);
    expect(box).toHaveFocus();
    expect(first).toHaveValue("harbour-light");
    await user.click(screen.getByRole("link", { name: "Ask for a new link" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/forgot-password"));
  });
});
