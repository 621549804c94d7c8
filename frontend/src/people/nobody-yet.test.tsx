import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Role } from "../domain/roles";
import { emptyManager, nobody } from "../testing/handlers";
import { renderApp } from "../testing/render";
import { server } from "../testing/server";
import { serveTeam } from "../testing/team";

const open = (role: Role, url: string) => renderApp({ url, as: { role } });
const NO_TEAM = "Nobody is assigned to you yet. HR can assign employees to you.";

describe("an empty list", () => {
  it("leads those who add people to the form, with the role chosen", async () => {
    server.use(...nobody());
    const { user, router } = open("HR", "/hr/employees");
    expect(await screen.findByRole("link", { name: "Add an employee" })).toBeVisible();
    await user.click(await screen.findByRole("link", { name: "Add a manager" }));
    expect(await screen.findByRole("combobox", { name: "Role" })).toHaveValue("Manager");
    expect(router.state.location.pathname).toBe("/hr/add-user");
  });

  it("says who can add people to those who cannot", async () => {
    server.use(...nobody());
    open("Boss", "/boss/user-timesheets");
    expect(await screen.findByText("HR can add employees.")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Add an employee" })).toBeNull();
  });

  it("tells a manager that nobody is in the team, where that is why", async () => {
    server.use(...nobody());
    serveTeam([]);
    open("Manager", "/manager/team-timesheets");
    expect(await screen.findByText(NO_TEAM)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show all waiting" })).toBeNull();
  });

  it("says so on the dashboard, too", async () => {
    server.use(...emptyManager());
    open("Manager", "/manager");
    expect(await screen.findByText(NO_TEAM)).toBeVisible();
  });

  it("leads on where there are people, and nothing of theirs", async () => {
    serveTeam([]);
    const { user, router } = open("Manager", "/manager/team-timesheets");
    await user.click(await screen.findByRole("button", { name: "Show all waiting" }));
    expect(await screen.findByText(/New ones will appear here/)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe("?range=waiting"));
  });

  it("clears filters that nothing fits", async () => {
    const { user, router } = open("Manager", "/manager/leave-approvals?tab=history&status=approved");
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toBe("?tab=history"));
    expect(await screen.findByText(/Leave that your team asks for will appear here/)).toBeVisible();
  });
});
