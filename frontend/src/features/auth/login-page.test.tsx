import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../../session/store";
import { aPortal, aRefusal, aSession, aSessionUser } from "../../testing/fixtures";
import { emptyEmployee, emptyManager, nobody, sessionAnswers } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, http, server } from "../../testing/server";

const BLANK = "Please enter both Email and Password";

async function open() {
  const app = renderApp({ url: "/login" });
  await screen.findByRole("heading", { level: 1, name: "Sign In" });
  const submit = async (email: string, password: string) => {
    const emailField = screen.getByLabelText("Email");
    const passwordField = screen.getByLabelText("Password");
    await app.user.clear(emailField);
    await app.user.clear(passwordField);
    if (email !== "") await app.user.type(emailField, email);
    if (password !== "") await app.user.type(passwordField, password);
    await app.user.click(screen.getByRole("button", { name: "Sign In" }));
  };
  return { ...app, submit };
}

describe("the sign-in", () => {
  it("asks for what is missing before it asks the server", async () => {
    const { submit } = await open();
    for (const [email, password, sentence] of [
      ["", "", BLANK],
      ["ada@daybook.example", "", BLANK],
      ["   ", "secret-1", BLANK],
      ["ada@daybook", "secret-1", "Please enter a valid email address"],
    ] as const) {
      await submit(email, password);
      const box = screen.getByRole("alert");
      expect(box).toHaveTextContent(sentence);
      expect(box).toHaveFocus();
    }
  });

  it.each([
    ["Employee", "/employee"],
    ["Manager", "/manager"],
    ["HR", "/hr"],
    ["Admin", "/admin"],
    ["employee", "/employee"],
    ["Boss", "/boss"],
    ["Auditor", "/"],
  ])("leads a person of role %s to %s", async (role, home) => {
    const person = aSessionUser();
    Object.assign(person, { role });
    const sent: unknown[] = [];
    server.use(
      ...emptyEmployee(),
      ...emptyManager(),
      ...nobody(),
      sessionAnswers(aSession({ user: person })),
      http.post("/api/auth/login", async ({ request, response }) => {
        sent.push(await request.json());
        return response(200).json({
          success: true,
          data: { user: person, token: "fresh", isFirstLogin: false },
        });
      }),
    );
    const { submit, router } = await open();
    await submit("  ada@daybook.example ", "secret-1");
    await waitFor(() => expect(router.state.location.pathname).toBe(home));
    expect(sent).toEqual([{ email: "ada@daybook.example", password: "secret-1" }]);
    expect(sessionStore.get()).toMatchObject({ status: "signed-in", token: "fresh" });
    expect(localStorage.getItem("daybook.token")).toBe("fresh");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).not.toHaveTextContent("Sign In"));
  });

  it("asks a busy portal again by itself, and says so", async () => {
    const answers = [503, 401] as const;
    let asked = 0;
    server.use(
      http.post("/api/auth/login", ({ response }) => {
        const status = answers[asked];
        asked += 1;
        return status === 503
          ? response.untyped(
              HttpResponse.json(aRefusal("UNAVAILABLE", "The portal is busy."), {
                status,
                headers: { "Retry-After": "1" },
              }),
            )
          : response(401).json(aRefusal("INVALID_CREDENTIALS", "Invalid email or password"));
      }),
    );
    const { submit } = await open();
    await submit("ada@daybook.example", "secret-1");
    const word = "The portal is busy at the moment. We will keep trying for up to 30 seconds.";
    expect(await screen.findByText(word)).toHaveRole("status");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password");
    expect(screen.queryByText(word)).toBeNull();
    expect(asked).toBe(2);
  });

  it("does not wait longer than thirty seconds for a busy portal", async () => {
    server.use(
      http.post("/api/auth/login", ({ response }) =>
        response.untyped(
          HttpResponse.json(aRefusal("UNAVAILABLE", "The portal is busy."), {
            status: 503,
            headers: { "Retry-After": "31" },
          }),
        ),
      ),
    );
    const { submit } = await open();
    await submit("ada@daybook.example", "secret-1");
    expect(await screen.findByRole("alert")).toHaveTextContent("The portal is busy.");
  });

  it("says that it is at work, and cannot be pressed meanwhile", async () => {
    const { held, answer } = aHold();
    server.use(
      http.post("/api/auth/login", async ({ response }) => {
        await held;
        return response(401).json(aRefusal("INVALID_CREDENTIALS", "Invalid email or password"));
      }),
    );
    const { submit } = await open();
    await submit("ada@daybook.example", "secret-1");
    expect(screen.getByRole("button", { name: "Signing in..." })).toHaveAttribute("aria-disabled", "true");
    answer();
    expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password");
    expect(screen.getByRole("button", { name: "Sign In" })).toBeEnabled();
    expect(screen.getByLabelText("Email")).toHaveValue("ada@daybook.example");
  });

  it.each([
    [
      "the server's words",
      () => aRefusal("ACCOUNT_INACTIVE", "Your account is inactive. Please contact HR."),
      403,
      "Your account is inactive. Please contact HR.",
    ],
    ["words of its own for a refusal without any", () => ({ code: "FORBIDDEN" }), 403, "Login failed"],
  ] as const)("shows %s", async (_, body, status, sentence) => {
    server.use(http.untyped.post("/api/auth/login", () => HttpResponse.json(body(), { status })));
    const { submit } = await open();
    await submit("ada@daybook.example", "secret-1");
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    expect(sessionStore.get().status).toBe("anonymous");
  });

  it("tells the network's failure from a broken answer", async () => {
    server.use(http.untyped.post("/api/auth/login", () => HttpResponse.error()));
    const { submit } = await open();
    await submit("ada@daybook.example", "secret-1");
    expect(await screen.findByText("Network error. Please check your connection.")).toBeVisible();

    server.use(http.untyped.post("/api/auth/login", () => new HttpResponse("<html>", { status: 200 })));
    await submit("ada@daybook.example", "secret-1");
    expect(await screen.findByText("An error occurred during login")).toBeVisible();
  });

  it("shows the password on request", async () => {
    const { user } = await open();
    const field = screen.getByLabelText("Password");
    expect(field).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(field).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field).toHaveAttribute("type", "password");
  });

  it("leads on to registration and to a forgotten password", async () => {
    await open();
    expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
      "href",
      "/auth/forgot-password",
    );
    expect(await screen.findByRole("link", { name: "Register as Employee" })).toHaveAttribute(
      "href",
      "/register",
    );
  });

  it("offers no registration where the portal takes none", async () => {
    let told = false;
    server.use(
      http.get("/api/portal", ({ response }) => {
        told = true;
        return response(200).json({
          success: true,
          data: aPortal({ organisation: "Harbour Works", selfRegistration: false }),
        });
      }),
    );
    await open();
    await screen.findByRole("link", { name: "Harbour Works" });
    expect(told).toBe(true);
    expect(screen.queryByRole("link", { name: "Register as Employee" })).toBeNull();
  });

  it("has nothing for somebody who is signed in", async () => {
    const { router } = renderApp({ url: "/login", as: {} });
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(await screen.findByRole("link", { name: "Go to Dashboard" })).toBeVisible();
  });
});
