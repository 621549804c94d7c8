import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { currentSession } from "../../session/queries";
import { sessionStore } from "../../session/store";
import { violations } from "../../testing/axe";
import { aRefusal, aSession, aSessionUser } from "../../testing/fixtures";
import { emptyEmployee } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { gives, http, server } from "../../testing/server";

const TITLE = "Set Up Two-Step Sign-In";
const LATE = aSessionUser({ mustSetUpSecondFactor: true });

/** A portal that asks of Ada to set up a second factor, until she has. */
function serve() {
  let isSet = false;
  server.use(
    ...emptyEmployee(),
    gives("/api/session", () => aSession({ user: isSet ? aSessionUser() : LATE })),
    http.post("/api/auth/totp/begin", ({ response }) =>
      response(200).json({ success: true, data: { key: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/a" } }),
    ),
    http.post("/api/auth/totp/confirm", ({ response }) => {
      isSet = true;
      return response(200).json({ success: true, data: { recoveryCodes: ["ABCDE23456"] } });
    }),
  );
}

const page = () => screen.findByRole("heading", { level: 1, name: TITLE });

describe("somebody who has to set up a second factor and is late", () => {
  it("is led to it before anything else, and on when the codes are stored", async () => {
    serve();
    const { user, client } = renderApp({ url: "/employee/leave", as: LATE });
    await page();
    expect(document.title).toContain(TITLE);
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Set Up" }));
    const dialog = () => within(screen.getByRole("dialog"));
    await user.type(await screen.findByLabelText("Current Password"), "secret-1{Enter}");
    await user.type(await screen.findByLabelText("Code"), "123456{Enter}");
    expect(await screen.findByText("ABCDE23456")).toBeVisible();
    // The server asks for nothing more by now, and the page still holds the codes.
    await act(() => client.refetchQueries({ queryKey: currentSession().queryKey }));
    await waitFor(() =>
      expect(sessionStore.get()).toMatchObject({ user: expect.not.objectContaining(LATE) }),
    );
    expect(screen.getByText("ABCDE23456")).toBeVisible();
    await user.click(dialog().getByRole("checkbox", { name: "I have stored these codes" }));
    await user.click(dialog().getByRole("button", { name: "Done" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Leave" })).toBeVisible();
    expect(screen.queryByText("ABCDE23456")).toBeNull();
  });

  it("is led there when the portal begins to ask for it", async () => {
    server.use(
      ...emptyEmployee(),
      http.get("/api/timesheets/my", ({ response }) =>
        response(403).json(
          aRefusal("SECOND_FACTOR_REQUIRED", "Please set up two-step sign-in before you continue."),
        ),
      ),
      gives("/api/session", aSession({ user: LATE })),
    );
    renderApp({ url: "/employee", as: {} });
    await page();
    expect(sessionStore.get()).toMatchObject({ user: { mustSetUpSecondFactor: true } });
  });

  it("may leave it, and stays there", async () => {
    serve();
    const { user } = renderApp({ url: "/employee", as: LATE });
    await page();
    await user.click(screen.getByRole("button", { name: "Set Up" }));
    await screen.findByLabelText("Current Password");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getByRole("button", { name: "Set Up" })).toHaveFocus();
  });
});
