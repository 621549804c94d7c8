import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../session/store";
import { aSession, aSessionUser } from "../testing/fixtures";
import { nobody, sessionAnswers } from "../testing/handlers";
import { renderApp } from "../testing/render";
import { http, server } from "../testing/server";
import { FakeSocket, tell } from "../testing/socket";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

async function becomes(role: "Employee" | "Manager" | "HR") {
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  server.use(sessionAnswers(aSession({ user: aSessionUser({ role }) })));
  act(() => {
    FakeSocket.latest.accept();
    // Everybody is told of the first; the person and their managers are told of the others too.
    for (const topic of ["users", "timesheets", "notifications"]) {
      FakeSocket.latest.say({ type: "CHANGED", topic });
    }
  });
}

describe("a role that changes while a page is open", () => {
  it("closes the former area in place and gives the menus of the new role", async () => {
    const { router } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await becomes("Manager");
    expect(await heading("Permission Missing")).toHaveFocus();
    const main = within(screen.getByRole("main"));
    expect(main.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Employee"]);
    expect(main.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/manager");
    const menu = within(screen.getByRole("navigation", { name: "Manager menu" }));
    expect(menu.getByRole("link", { name: "Timesheet Approvals" })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Employee menu" })).toBeNull();
    // What a socket hears depends on the role that it was opened with.
    await waitFor(() => expect(FakeSocket.all).toHaveLength(2));
    // Nobody is sent elsewhere, and nobody is signed out.
    expect(router.state.location.pathname).toBe("/employee/leave");
    await waitFor(() =>
      expect(sessionStore.get()).toMatchObject({ status: "signed-in", user: { role: "Manager" } }),
    );
  });

  it("leads to the heading of a page that opens, too", async () => {
    renderApp({ url: "/employee/leave", as: { role: "Manager" } });
    expect(await heading("Permission Missing")).not.toHaveFocus();
    await becomes("Employee");
    const opened = await heading("Leave");
    await waitFor(() => expect(opened).toHaveFocus());
  });

  it("leaves the focus where it is on a page that both roles may see", async () => {
    server.use(...nobody());
    renderApp({ url: "/directory", as: {} });
    await heading("Team Directory");
    const search = screen.getByRole("searchbox");
    search.focus();
    await becomes("HR");
    expect(await screen.findByRole("navigation", { name: "HR menu" })).toBeVisible();
    expect(search).toHaveFocus();
  });

  it("leaves open what both roles may see, and fetches it anew", async () => {
    let fetched = 0;
    server.use(...nobody());
    server.use(
      http.get("/api/users", ({ response }) => {
        fetched += 1;
        return response(200).json({
          success: true,
          data: {
            users: [],
            pagination: { current: 1, pages: 0, total: 0 },
            totals: {
              total: fetched,
              management: 0,
              teamMembers: 0,
              hr: 0,
              administrators: 0,
              activeToday: 0,
            },
          },
        });
      }),
    );
    renderApp({ url: "/directory", as: {} });
    await heading("Team Directory");
    await screen.findByText("No administrators found");
    const before = fetched;
    await becomes("HR");
    expect(await screen.findByRole("navigation", { name: "HR menu" })).toBeVisible();
    await waitFor(() => expect(fetched).toBeGreaterThanOrEqual(before + 3));
    expect(await screen.findByText("No administrators found")).toBeVisible();
    // It is still listened to: what the server pushes next arrives too.
    const then = fetched;
    tell("users");
    await waitFor(() => expect(fetched).toBeGreaterThanOrEqual(then + 3));
  });
});
