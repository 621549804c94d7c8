import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../../session/store";
import { violations } from "../../testing/axe";
import { aRefusal, aSessionUser } from "../../testing/fixtures";
import { emptyEmployee } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, http, server } from "../../testing/server";

const WRONG = aRefusal("VALIDATION_FAILED", "The code is not right", {
  errors: { code: "The code is not right" },
});
const EXPIRED = aRefusal("VALIDATION_FAILED", "This sign-in has expired. Please start again.");

/** A portal where Ada has a second factor, and answers each code as the test says: by default it is right. */
function serve(refusal: () => ReturnType<typeof aRefusal> | null = () => null) {
  const sent: unknown[] = [];
  server.use(
    ...emptyEmployee(),
    http.post("/api/auth/login", ({ response }) =>
      response(200).json({
        success: true,
        data: { secondFactor: { ticket: "ticket-1", expiresAt: "2026-11-20T09:05:00Z" } },
      }),
    ),
    http.post("/api/auth/second-factor", async ({ request, response }) => {
      sent.push(await request.json());
      const refused = refusal();
      if (refused?.code === "TOO_MANY_ATTEMPTS") return response(429).json(refused);
      if (refused) return response(400).json(refused);
      return response(200).json({
        success: true,
        data: { user: aSessionUser(), token: "fresh", isFirstLogin: false },
      });
    }),
  );
  return sent;
}

/** Gives the right password, and is asked for a code. */
async function open() {
  const app = renderApp({ url: "/login" });
  const { user } = app;
  await user.type(await screen.findByLabelText("Email"), "ada@daybook.example");
  await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Enter Your Code" })).toBeVisible();
  return { ...app, code: screen.getByLabelText("Code") };
}

describe("the second step of a login", () => {
  it("has the focus in a field for the digits of the app, and no token before the code", async () => {
    serve();
    const { code } = await open();
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute("inputmode", "numeric");
    expect(code).toHaveAttribute("autocomplete", "one-time-code");
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(sessionStore.token()).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("leads in with the code of the app, and says that it is at work", async () => {
    const { held, answer } = aHold();
    const sent = serve();
    server.use(
      http.post("/api/auth/second-factor", async () => {
        await held;
      }),
    );
    const { user, code, router } = await open();
    await user.type(code, "123 456{Enter}");
    expect(screen.getByRole("button", { name: "Signing in..." })).toHaveAttribute("aria-disabled", "true");
    answer();
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee"));
    expect(sent).toEqual([{ ticket: "ticket-1", code: "123 456" }]);
    expect(sessionStore.token()).toBe("fresh");
  });

  it("takes a recovery code in a field of its own, and leads back to the app's", async () => {
    const sent = serve();
    const { user, code, router } = await open();
    await user.type(code, "12");
    await user.click(screen.getByRole("button", { name: "Use a Recovery Code" }));
    const recovery = screen.getByLabelText("Recovery Code");
    await waitFor(() => expect(recovery).toHaveFocus());
    expect(recovery).toHaveValue("");
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Use Your App" }));
    await waitFor(() => expect(screen.getByLabelText("Code")).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Use a Recovery Code" }));
    await user.keyboard("ABCDE-23456{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee"));
    expect(sent).toEqual([{ ticket: "ticket-1", code: "ABCDE-23456" }]);
  });

  it.each([
    ["Code", "12345", "Please enter the six digits that your app shows"],
    ["Recovery Code", "ABCDE", "Please enter the 10 characters of a recovery code"],
  ])("asks for a whole %s before it asks the server", async (label, typed, sentence) => {
    const sent = serve();
    const { user } = await open();
    if (label === "Recovery Code")
      await user.click(screen.getByRole("button", { name: "Use a Recovery Code" }));
    await user.type(screen.getByLabelText(label), `${typed}{Enter}`);
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(sentence));
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it("says at the field that a code is wrong, and lets the person go on", async () => {
    const answers = [WRONG, null];
    serve(() => answers.shift() ?? null);
    const { user, code, router } = await open();
    await user.type(code, "111111{Enter}");
    await waitFor(() => expect(code).toHaveAccessibleDescription(/The code is not right/));
    expect(code).toHaveFocus();
    await user.clear(code);
    await user.type(code, "222222{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee"));
  });

  it("says what else the server has against it, and stays", async () => {
    serve(() => aRefusal("TOO_MANY_ATTEMPTS", "Too many attempts. Please try again in 15 minutes."));
    const { user, code } = await open();
    await user.type(code, "111111{Enter}");
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent("Too many attempts. Please try again in 15 minutes.");
    expect(box).toHaveFocus();
    expect(screen.getByRole("button", { name: "Continue" })).toBeEnabled();
  });

  it("leads back to the first step when it took too long, without the password", async () => {
    serve(() => EXPIRED);
    const { user, code } = await open();
    await user.type(code, "111111{Enter}");
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent("This sign-in has expired. Please start again.");
    expect(box).toHaveFocus();
    expect(screen.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveValue("ada@daybook.example");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(screen.getByRole("button", { name: "Sign In" })).toBeEnabled();
  });

  it("is left with Cancel", async () => {
    serve();
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("heading", { level: 1, name: "Sign In" })).toHaveFocus();
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
