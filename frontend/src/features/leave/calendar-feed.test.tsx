import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../app/query-client";
import { CalendarFeed } from "../../leave-calendar/calendar-feed";
import { CurrentSessionProvider } from "../../session/current";
import { violations } from "../../testing/axe";
import { aSession } from "../../testing/fixtures";
import { failsLater, gives, http, refuses, server } from "../../testing/server";
import { Toaster } from "../../ui/toast";

const URL_OF = (n: number) => `https://portal.example/api/leave/feed/secret${n}.ics`;

/** The server's side: whether there is a link. */
function serve(isThere: boolean) {
  const state = { isThere, made: 0, ended: 0 };
  server.use(
    gives("/api/leave/feed", () => ({ feed: state.isThere ? { createdAt: "2026-11-20T09:00:00Z" } : null })),
    http.post("/api/leave/feed", ({ response }) => {
      state.isThere = true;
      state.made += 1;
      return response(201).json({ success: true, data: { url: URL_OF(state.made) } });
    }),
    http.delete("/api/leave/feed", ({ response }) => {
      state.isThere = false;
      state.ended += 1;
      return response(200).json({ success: true, data: {} });
    }),
  );
  return state;
}

function show() {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const feed = (
    <CurrentSessionProvider session={aSession()}>
      <CalendarFeed />
    </CurrentSessionProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: feed }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

const button = (name: string) => screen.findByRole("button", { name });
const dialog = async () => within(await screen.findByRole("dialog"));
const WARNING = "Calendars that use the present link will no longer be updated.";

describe("the calendar feed", () => {
  it("makes a link, and shows its address once, to be copied", async () => {
    serve(false);
    const writeText = vi.fn(() => Promise.resolve());
    const { user, client } = show();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
    expect(await screen.findByText("No link has been made.")).toBeVisible();
    await user.click(await button("Create Link"));
    const once = await screen.findByText("Copy it now. It is shown only once.");
    expect(once).toHaveFocus();
    expect(screen.getByText(URL_OF(1))).toBeVisible();
    await user.click(await button("Copy address"));
    expect(writeText).toHaveBeenCalledWith(URL_OF(1));
    expect(await screen.findByText("A link was made on November 20, 2026.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Create Link" })).toBeNull();
    expect(await violations()).toEqual([]);
    // Nothing in memory but the screen has the secret.
    await waitFor(() => {
      const kept = client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state);
      expect(
        JSON.stringify([
          kept,
          client
            .getQueryCache()
            .getAll()
            .map(({ state }) => state.data),
        ]),
      ).not.toContain("secret1");
    });
  });

  it("replaces a link once that is confirmed", async () => {
    const state = serve(true);
    const { user } = show();
    await user.click(await button("Replace Link"));
    expect((await dialog()).getByText(WARNING)).toBeVisible();
    await user.click((await dialog()).getByRole("button", { name: "Cancel" }));
    expect(state.made).toBe(0);
    expect(await button("Replace Link")).toHaveFocus();
    await user.click(await button("Replace Link"));
    await user.click((await dialog()).getByRole("button", { name: "Replace Link" }));
    expect(await screen.findByText(URL_OF(1))).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Copy it now. It is shown only once.")).toHaveFocus();
  });

  it("turns a link off once that is confirmed, and its address is gone", async () => {
    const state = serve(false);
    const { user } = show();
    await user.click(await button("Create Link"));
    await screen.findByText(URL_OF(1));
    await user.click(await button("Turn Off"));
    expect((await dialog()).getByText(WARNING)).toBeVisible();
    await user.click((await dialog()).getByRole("button", { name: "Turn Off" }));
    expect(await screen.findByText("No link has been made.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Create Link" })).toHaveFocus());
    expect(state.ended).toBe(1);
    expect(screen.queryByText(URL_OF(1))).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("says why a change failed, where it was asked for", async () => {
    serve(true);
    const { user } = show();
    server.use(refuses("post", "/api/leave/feed", 503, "UNAVAILABLE", "The database is away."));
    await user.click(await button("Replace Link"));
    await user.click((await dialog()).getByRole("button", { name: "Replace Link" }));
    expect(await (await dialog()).findByText("The database is away.")).toHaveFocus();
  });

  it("says it of a first link in a message, in its own words where the server has none", async () => {
    serve(false);
    const { user } = show();
    server.use(
      http.post("/api/leave/feed", ({ response }) => response.untyped(new Response("x", { status: 502 }))),
    );
    await user.click(await button("Create Link"));
    expect(await screen.findByText("The leave could not be changed. Please try again.")).toBeVisible();
  });

  it("waits and fails in words", async () => {
    const answer = failsLater("/api/leave/feed");
    show();
    expect(await screen.findByText("Loading leave...")).toBeVisible();
    answer();
    expect(await screen.findByText("Failed to load leave")).toBeVisible();
  });
});
