import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../testing/render";

describe("the start page", () => {
  it("names the steps, the roles and the features", async () => {
    renderApp({ url: "/" });
    expect(await screen.findByRole("link", { name: "Login to System" })).toHaveAttribute("href", "/login");
    const workflow = screen.getByRole("region", { name: "System Workflow" });
    expect(within(workflow).getAllByRole("listitem")).toHaveLength(4);
    expect(workflow).toHaveTextContent("A full day is 9 hours, a half day is 5 hours.");
    const roles = screen.getByRole("region", { name: "User Roles & Access" });
    expect(
      within(roles)
        .getAllByRole("term")
        .map((role) => role.textContent),
    ).toEqual(["Employee", "Manager", "HR", "Boss"]);
    const features = screen.getByRole("region", { name: "Key System Features" });
    expect(within(features).getAllByRole("listitem")).toHaveLength(6);
    expect(features).toHaveTextContent("Timesheets of absent employees are frozen automatically");
    const foot = screen.getByText("Daybook. Days recorded, weeks approved.");
    expect(foot).toHaveRole("contentinfo");
    expect(foot.closest("main")).toBeNull();
    expect(within(foot).getByRole("link", { name: "Licences" })).toHaveAttribute("href", "/licences.txt");
  });

  it("says of nothing that it is still to come", async () => {
    renderApp({ url: "/" });
    await screen.findByRole("link", { name: "Login to System" });
    expect(screen.getByText("Executive access").closest("li")).toHaveTextContent(
      /to those with overall responsibility\.$/,
    );
    expect(screen.getByText(/^Downloads any timesheet/)).toHaveTextContent(
      "Downloads any timesheet, and sees reports, dashboard and analytics.",
    );
    expect(screen.queryByText(/To come/)).toBeNull();
  });

  it("shows the portal at work: a day is read, a week is approved", async () => {
    const { user } = renderApp({ url: "/" });
    const grid = await screen.findByRole("grid", { name: "Sample month, June 2026" });
    await user.click(within(grid).getByRole("button", { name: /June 17, 2026/ }));
    expect(screen.getByText(/Please check, and say what was done/)).toBeVisible();
    expect(within(grid).getAllByText("Pending")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Approve Week" }));
    expect(within(grid).queryByText("Pending")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start Again" }));
    expect(within(grid).getAllByText("Pending")).toHaveLength(5);
  });
});
