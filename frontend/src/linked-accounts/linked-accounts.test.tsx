import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../domain/types";
import { violations } from "../testing/axe";
import { aRefusal, aUser, NO_FACTOR } from "../testing/fixtures";
import { ACME, anIdentity, arriveWith, catchMoves, ENTRA, withProviders } from "../testing/providers";
import { renderApp } from "../testing/render";
import { gives, http, refuses, server } from "../testing/server";

/** A portal that keeps the links of the signed-in person, and remembers which were removed. */
function serve(before: Schemas["Identity"][] = [anIdentity()]) {
  let identities = before;
  const removed: unknown[] = [];
  server.use(
    gives("/api/auth/profile", { user: aUser() }),
    gives("/api/notifications/preferences", { preferences: [], digestTime: "08:30", reminderTime: "17:30" }),
    gives("/api/auth/credentials", () => ({ ...NO_FACTOR, identities })),
    http.post("/api/auth/identities/{name}/begin", ({ params, response }) =>
      response(200).json({ success: true, data: { continueAt: `https://${params.name}.example/authorize` } }),
    ),
    http.delete("/api/auth/identities/{name}", ({ params, response }) => {
      removed.push(params.name);
      identities = identities.filter(({ provider }) => provider !== params.name);
      return response(200).json({ success: true, data: {} });
    }),
  );
  return removed;
}

async function open(url = "/employee/profile") {
  const app = renderApp({ url, as: {} });
  return { ...app, section: within(await screen.findByRole("region", { name: "Linked Accounts" })) };
}

describe("the linked accounts in the profile", () => {
  it("are not there where the portal has no provider", async () => {
    serve([]);
    renderApp({ url: "/employee/profile", as: {} });
    expect(await screen.findByText("Licences")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Linked Accounts" })).toBeNull();
  });

  it("are listed by provider: since when, used when, and whose account it is there", async () => {
    withProviders([ACME, ENTRA]);
    serve([anIdentity(), anIdentity({ provider: "former", name: "former", email: null, lastUsedAt: null })]);
    const { section } = await open();
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Acme IDLinked since Nov 2, 2026, last used Nov 19, 2026, 7:30 AMada@daybook.example (f8…3a)Remove Acme ID",
      "EntraNot linkedLink Entra",
      "formerLinked since Nov 2, 2026f8…3aRemove former",
    ]);
    expect(await violations()).toEqual([]);
  });
});

describe("linking an account", () => {
  it("goes on to the provider, and begins anew after Back", async () => {
    const moves = catchMoves();
    withProviders([ACME, ENTRA]);
    serve([]);
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Link Entra" }));
    await waitFor(() => expect(moves).toEqual(["https://entra.example/authorize"]));
    expect(section.getByRole("button", { name: "Linking... Entra" })).toHaveAttribute("aria-busy", "true");
    expect(section.getByRole("button", { name: "Link Acme ID" })).toBeDisabled();
    fireEvent(window, new Event("pageshow"));
    expect(section.getByRole("button", { name: "Link Entra" })).toBeEnabled();
  });

  it("that is refused is told in its place", async () => {
    withProviders();
    serve([]);
    const sentence = "Please sign in again before you link another account";
    server.use(refuses("post", "/api/auth/identities/{name}/begin", 403, "FORBIDDEN", sentence));
    const { user, section } = await open();
    await user.click(section.getByRole("button", { name: "Link Acme ID" }));
    const box = await section.findByRole("alert");
    expect(box).toHaveTextContent(sentence);
    expect(box).toHaveFocus();
    expect(section.getByRole("button", { name: "Link Acme ID" })).toBeEnabled();
  });

  it("comes back to their own profile with the news", async () => {
    withProviders();
    serve();
    arriveWith("linked");
    const { router } = await open("/profile");
    expect(router.state.location.pathname).toBe("/employee/profile");
    expect(await screen.findByText("Account linked")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("comes back with the reason where it failed", async () => {
    withProviders();
    serve([]);
    const sent: unknown[] = [];
    server.use(
      http.post("/api/auth/oidc/exchange", async ({ request, response }) => {
        sent.push(await request.json());
        return response(400).json(aRefusal("VALIDATION_FAILED", "The sign-in was cancelled."));
      }),
    );
    arriveWith("failure=f-1");
    const { section } = await open("/profile");
    const box = await section.findByRole("alert");
    expect(box).toHaveTextContent("The sign-in was cancelled.");
    expect(box).toHaveFocus();
    expect(sent).toEqual([{ code: "f-1" }]);
  });

  it("comes back to the sign-in where the session has ended meanwhile", async () => {
    withProviders();
    server.use(
      refuses("post", "/api/auth/oidc/exchange", 400, "VALIDATION_FAILED", "The sign-in was cancelled."),
    );
    arriveWith("failure=f-1");
    const { router } = renderApp({ url: "/profile" });
    expect(await screen.findByRole("alert")).toHaveTextContent("The sign-in was cancelled.");
    expect(router.state.location.pathname).toBe("/login");
  });
});

describe("removing a link", () => {
  async function ask() {
    const app = await open();
    await app.user.click(app.section.getByRole("button", { name: "Remove Acme ID" }));
    return { ...app, dialog: within(await screen.findByRole("dialog", { name: "Remove Link" })) };
  }

  it("asks first, and offers to link the account anew", async () => {
    withProviders();
    const removed = serve();
    const { user, section, dialog } = await ask();
    expect(dialog.getByText(/no longer be able to sign in with/)).toHaveTextContent("Acme ID");
    expect(removed).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Link removed")).toBeVisible();
    expect(removed).toEqual(["acme"]);
    expect(section.getByText("Not linked")).toBeVisible();
    expect(section.getByRole("button", { name: "Link Acme ID" })).toHaveFocus();
  });

  it("of a provider that is no longer set leads back to the list", async () => {
    withProviders([ENTRA]);
    serve();
    const { user, section, dialog } = await ask();
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Link removed")).toBeVisible();
    expect(section.queryByText("Acme ID")).toBeNull();
    expect(section.getByRole("list")).toHaveFocus();
  });

  it("that is refused is told in its place, and is left with Cancel", async () => {
    withProviders();
    serve();
    const sentence = "This is the only way into the account of the last administrator";
    server.use(
      http.delete("/api/auth/identities/{name}", ({ response }) =>
        response(409).json(aRefusal("CONFLICT", sentence)),
      ),
    );
    const { user, section, dialog } = await ask();
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(sentence);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(section.getByRole("button", { name: "Remove Acme ID" })).toHaveFocus();
  });
});
