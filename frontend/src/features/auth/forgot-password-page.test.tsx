import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { aHold, http, PATIENCE, refuses, server } from "../../testing/server";

const SENT = "Password reset email sent. Check your inbox!";

async function open() {
  const app = renderApp({ url: "/auth/forgot-password" });
  await screen.findByRole("heading", { level: 1, name: "Forgot Password?" });
  const email = screen.getByLabelText("Email");
  const submit = () => app.user.click(screen.getByRole("button", { name: "Send Reset Link" }));
  return { ...app, email, submit };
}

describe("a forgotten password", () => {
  it.each([
    ["", "Email is required"],
    ["   ", "Email is required"],
    ["ada@daybook", "Please enter a valid email address"],
  ])("is not asked for without an address (%j)", async (address, sentence) => {
    const { user, email, submit } = await open();
    if (address !== "") await user.type(email, address);
    await submit();
    expect(email).toHaveAccessibleDescription(sentence);
    expect(email).toHaveFocus();
    await user.type(email, "x");
    expect(email).not.toHaveAccessibleDescription();
  });

  it("is answered with a hint to the inbox, and leads to the sign-in after two seconds", async () => {
    const sent: unknown[] = [];
    const { held, answer } = aHold();
    server.use(
      http.post("/api/auth/forgot-password", async ({ request, response }) => {
        sent.push(await request.json());
        await held;
        return response(200).json({ success: true, message: SENT, data: {} });
      }),
    );
    const { user, email, router } = await open();
    expect(screen.getByText(/check your spam folder/)).toBeVisible();
    await user.type(email, "  ada@daybook.example ");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Sending Reset Link..." })).toHaveAttribute(
      "aria-disabled",
      "true",
    );

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      answer();
      await vi.waitFor(() => expect(screen.getByText(SENT)).toHaveFocus(), PATIENCE);
      expect(sent).toEqual([{ email: "ada@daybook.example" }]);
      expect(screen.queryByLabelText("Email")).toBeNull();
      await vi.advanceTimersByTimeAsync(1900);
      expect(router.state.location.pathname).toBe("/auth/forgot-password");
      await vi.advanceTimersByTimeAsync(200);
      await vi.waitFor(() => expect(router.state.location.pathname).toBe("/login"), PATIENCE);
    } finally {
      vi.useRealTimers();
    }
  });

  it("says nothing more to a visitor who has gone back to the sign-in already", async () => {
    server.use(
      http.post("/api/auth/forgot-password", ({ response }) =>
        response(200).json({ success: true, data: {} }),
      ),
    );
    const { user, email, submit, router } = await open();
    await user.type(email, "ada@daybook.example");
    await submit();
    await screen.findByText(SENT);
    await user.click(screen.getByRole("link", { name: "Back to Login" }));
    expect(router.state.location.pathname).toBe("/login");
    await user.click(await screen.findByRole("link", { name: "Forgot your password?" }));
    expect(await screen.findByLabelText("Email")).toHaveValue("");
    expect(screen.queryByText(SENT)).toBeNull();
  });

  it.each([
    [
      "the server's words",
      () =>
        HttpResponse.json(aRefusal("TOO_MANY_ATTEMPTS", "Too many attempts. Please try again later."), {
          status: 429,
        }),
      "Too many attempts. Please try again later.",
    ],
    ["words of its own", () => new HttpResponse("<html>", { status: 502 }), "Failed to send reset email"],
    ["the same where nobody answers", () => HttpResponse.error(), "Failed to send reset email"],
  ])("that cannot be sent is told in %s", async (_, answer, sentence) => {
    server.use(http.untyped.post("/api/auth/forgot-password", answer));
    const { user, email, submit } = await open();
    await user.type(email, "ada@daybook.example");
    await submit();
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent(sentence);
    await waitFor(() => expect(box).toHaveFocus());
    expect(email).toHaveValue("ada@daybook.example");
    // What went wrong goes away with the next attempt.
    fireEvent.submit(email.closest("form") as HTMLFormElement);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  });

  it("puts the server's sentence about the address at the field", async () => {
    server.use(
      refuses(
        "post",
        "/api/auth/forgot-password",
        400,
        "VALIDATION_FAILED",
        "Please enter a valid email address",
        {
          errors: { email: "Please enter a valid email address" },
        },
      ),
    );
    const { user, email, submit } = await open();
    await user.type(email, "ada@-daybook.example");
    await submit();
    await waitFor(() => expect(email).toHaveAccessibleDescription("Please enter a valid email address"));
    expect(email).toHaveFocus();
  });
});
