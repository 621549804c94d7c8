import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Role } from "../domain/roles";
import { sessionStore } from "../session/store";
import { aResubmission, aSession, aSessionUser, TODAY } from "../testing/fixtures";
import { nobody } from "../testing/handlers";
import { aTeamLeave } from "../testing/leave";
import { renderApp } from "../testing/render";
import { gives, http, server } from "../testing/server";
import { hears } from "../testing/socket";
import { FOR_MARCO, MARCO } from "../testing/substitutes";
import { aTeam, cardOf, serveTeam } from "../testing/team";

const WHO = { HR: "/hr", Admin: "/admin" } as const;
type Who = keyof typeof WHO;
const ROLES: readonly Who[] = ["HR", "Admin"];
const SENTENCE = "You are standing in for Marco Rossi until November 27, 2026.";

/** A session that stands in for Marco, until a test ends that. */
function serveSession(role: Role) {
  const known = { substituteFor: [FOR_MARCO] };
  server.use(
    ...nobody(),
    gives("/api/session", () =>
      aSession({ user: aSessionUser({ role }), badges: { notifications: 2, leave: 0 }, ...known }),
    ),
  );
  return known;
}

function serveResubmissions() {
  const sent: string[][] = [];
  server.use(
    gives("/api/timesheets/notifications/resubmissions", {
      notifications: [aResubmission("r1", { forManager: MARCO })],
    }),
    http.post("/api/timesheets/notifications/viewed", async ({ request, response }) => {
      const { notificationIds } = await request.json();
      sent.push(notificationIds);
      return response(200).json({ success: true, data: { updated: notificationIds.length } });
    }),
  );
  return sent;
}

const menu = (role: Who) => within(screen.getByRole("navigation", { name: `${role} menu` }));

describe.each(ROLES)("Timesheet Approvals of somebody in %s who stands in", (role) => {
  const open = (search = "") => renderApp({ url: `${WHO[role]}/approvals${search}`, as: { role } });

  it("shows the weeks and the resubmitted days of that team as tabs", async () => {
    serveSession(role);
    serveTeam(aTeam(1), { forManager: { u0: MARCO } });
    const sent = serveResubmissions();
    const { user, router } = open();
    const ada = await cardOf("Ada");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Timesheet Approvals");
    expect(screen.getByText(SENTENCE)).toBeVisible();
    expect(within(ada).getByText("for Marco Rossi")).toBeVisible();
    const team = screen.getByRole("combobox", { name: "Team" });
    expect(
      within(team)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["All Teams", "Marco Rossi's Team"]);
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Timesheets",
      "Resubmitted",
      "Leave",
    ]);

    await user.click(screen.getByRole("tab", { name: "Resubmitted" }));
    const item = await screen.findByRole("article");
    expect(router.state.location.search).toBe("?tab=resubmitted");
    expect(within(item).getByText("for Marco Rossi")).toBeVisible();
    expect(screen.getByText(SENTENCE)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(sent).toEqual([["r1"]]));
    await user.click(within(item).getByRole("link", { name: /Review this week/ }));
    await screen.findByText("All Waiting");
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `${WHO[role]}/approvals?range=waiting&employee=u1`,
    );
  });

  it("shows the leave of that team in a tab with what waits and what was decided", async () => {
    serveSession(role);
    serveTeam(aTeam(1), { forManager: { u0: MARCO } });
    const asked: string[] = [];
    server.use(
      http.get("/api/leave/team", ({ request, response }) => {
        asked.push(new URL(request.url).search);
        const requests = [aTeamLeave({ forManager: MARCO })];
        return response(200).json({
          success: true,
          data: { requests, pagination: { current: 1, pages: 1, total: 1 } },
        });
      }),
    );
    const { user, router } = open("?range=waiting&employee=u0");
    await user.click(await screen.findByRole("tab", { name: "Leave" }));
    expect(router.state.location.search).toBe("?range=waiting&tab=leave");
    const row = await screen.findByRole("row", { name: /Max Adler/ });
    expect(within(row).getByText("for Marco Rossi")).toBeVisible();
    expect(within(row).getByRole("button", { name: /^Approve/ })).toBeVisible();
    // The calendar is a page of theirs.
    expect(screen.queryByRole("tab", { name: "Calendar" })).toBeNull();
    await user.click(screen.getByRole("tab", { name: "History" }));
    expect(router.state.location.search).toBe("?range=waiting&tab=leave&view=history");
    expect(await screen.findByRole("table", { name: "Decided and pending requests" })).toBeVisible();
    expect(asked).toEqual(["?status=waiting&page=1&limit=20", "?page=1&limit=20"]);
    await user.click(screen.getByRole("tab", { name: "Timesheets" }));
    expect(router.state.location.search).toBe("?range=waiting");
  });

  it("stands in the menu with what waits, and closes when the substitution ends", async () => {
    const session = serveSession(role);
    const { asked } = serveTeam(aTeam(1), { forManager: { u0: MARCO } });
    open();
    await cardOf("Ada");
    asked.length = 0;
    expect(menu(role).getByRole("link", { name: "Approvals, 2 to read" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    session.substituteFor = [];
    await hears("settings");
    expect(await screen.findByText("You are not standing in for anyone at the moment.")).toBeVisible();
    expect(menu(role).queryByRole("link", { name: /Approvals/ })).toBeNull();
    expect(screen.queryByRole("article")).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toEqual([]);
  });

  it("is led to from the dashboard", async () => {
    serveSession(role);
    const { router, user } = renderApp({ url: WHO[role], as: { role } });
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    serveTeam([]);
    await user.click(screen.getByRole("link", { name: "Review Timesheets" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${WHO[role]}/approvals`));
  });
});

describe.each(ROLES)("somebody in %s who stands in for nobody", (role) => {
  it("is told so, and nothing is asked for that would be refused", async () => {
    const { asked } = serveTeam([]);
    const { router, client } = renderApp({ url: "/directory", as: { role } });
    server.use(...nobody());
    await screen.findByRole("heading", { level: 1, name: "Team Directory" });
    expect(menu(role).queryByRole("link", { name: /Approvals/ })).toBeNull();
    await waitFor(() => expect(client.getQueryData(["GET", "/api/session", {}])).toBeDefined());
    await router.navigate(`${WHO[role]}/approvals`);
    expect(await screen.findByText("You are not standing in for anyone at the moment.")).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
    expect(asked).toEqual([]);
  });

  it("asks for nothing that would be refused when the browser opens there either", async () => {
    const { asked } = serveTeam([]);
    server.use(...nobody());
    sessionStore.hearToday(TODAY);
    renderApp({ url: `${WHO[role]}/approvals`, as: { role } });
    expect(await screen.findByText("You are not standing in for anyone at the moment.")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("finds nothing of it on the dashboard", async () => {
    server.use(...nobody());
    renderApp({ url: WHO[role], as: { role } });
    await screen.findByText("Employees Without a Manager");
    expect(screen.queryByText(/substitute/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Review Timesheets" })).toBeNull();
  });
});
