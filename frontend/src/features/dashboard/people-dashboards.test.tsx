import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PeopleDashboard } from "../../domain/types";
import { nobody } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { fails, gives, http, refuses, server } from "../../testing/server";

const figure = (label: string) =>
  screen.getByText(label, { selector: "dt, dt *" }).closest("div")?.querySelector("dd")?.textContent;
const region = async (name: string) => within(await screen.findByRole("region", { name }));

const FIGURES: PeopleDashboard = {
  totalEmployees: 9_411,
  newHires: 34,
  turnoverRate: 12.5,
  openPositions: 7,
  withoutManager: 118,
  unlockRequests: 0,
  onLeaveToday: 23,
};

function servePeople(changes: Partial<PeopleDashboard> = {}) {
  server.use(gives("/api/dashboard", { ...FIGURES, ...changes }));
}

const hr = () => renderApp({ url: "/hr", as: { role: "HR" } });
const admin = (url = "/admin") => renderApp({ url, as: { role: "Admin" } });

describe("the dashboard of HR", () => {
  it("shows the figures, and leads on", async () => {
    servePeople();
    hr();
    expect(await screen.findByText("9,411")).toBeVisible();
    expect(
      ["New Hires", "Turnover Rate", "Open Positions", "Employees Without a Manager"].map(figure),
    ).toEqual(["34", "12.5%", "7", "118"]);
    expect(screen.getByRole("link", { name: "Employees Without a Manager" })).toHaveAttribute(
      "href",
      "/hr/employees?manager=none&status=active",
    );
    expect(figure("On Leave Today")).toBe("23");
    expect(screen.getByRole("link", { name: "On Leave Today" })).toHaveAttribute("href", "/hr/leave");
    expect(screen.getByRole("link", { name: "Employee Management" })).toHaveAttribute(
      "href",
      "/hr/employees",
    );
    expect(
      within(screen.getByRole("main")).getByRole("link", { name: "Payroll Processing" }),
    ).toHaveAttribute("href", "/hr/payroll");
  });

  it("shows no rate where there are too few people for one", async () => {
    servePeople({ turnoverRate: null });
    hr();
    await screen.findByText("9,411");
    expect(figure("Turnover Rate")).toBe("–");
  });

  it("says when it cannot be loaded, and tries again", async () => {
    server.use(fails("/api/dashboard"));
    const { user } = hr();
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Failed to load the dashboard");
    servePeople();
    await user.click(within(panel).getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("9,411")).toBeVisible();
  });

  it("does not take another role's answer for its own", async () => {
    server.use(
      gives("/api/dashboard", {
        teamMembers: 1,
        entriesToApprove: 1,
        resubmissions: 1,
        absentToday: 1,
        onLeaveToday: 1,
        leaveToDecide: 1,
        olderWaiting: 1,
        unlockRequests: 0,
        weeks: [],
      }),
    );
    hr();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load the dashboard");
  });

  describe("open positions", () => {
    const open = async () => {
      const { user } = hr();
      await user.click(await screen.findByRole("button", { name: "Edit open positions" }));
      const field = screen.getByRole("textbox", { name: "Open Positions" });
      expect(field).toHaveFocus();
      expect(field).toHaveValue("7");
      return { user, field };
    };

    it("are changed by keyboard where they stand", async () => {
      servePeople();
      const sent: unknown[] = [];
      server.use(
        http.put("/api/settings/open-positions", async ({ request, response }) => {
          const { value } = await request.json();
          sent.push(value);
          servePeople({ openPositions: value });
          return response(200).json({ success: true, data: { value } });
        }),
      );
      const { user } = await open();
      // The figure is selected: typing replaces it.
      await user.keyboard("1,200{Enter}");
      const button = await screen.findByRole("button", { name: "Edit open positions" });
      expect(button).toHaveFocus();
      expect(figure("Open Positions")).toBe("1,200");
      expect(await screen.findByText("Open positions updated")).toBeVisible();
      expect(sent).toEqual([1200]);
    });

    it("stay as they were after Escape", async () => {
      servePeople();
      const { user } = await open();
      await user.keyboard("99{Escape}");
      expect(screen.getByRole("button", { name: "Edit open positions" })).toHaveFocus();
      expect(figure("Open Positions")).toBe("7");
    });

    it.each(["", "many", "-1", "2.5"])("are not sent as %j", async (typed) => {
      servePeople();
      const { user, field } = await open();
      await user.clear(field);
      if (typed !== "") await user.type(field, typed);
      await user.click(screen.getByRole("button", { name: "Save" }));
      expect(screen.getByRole("alert")).toHaveTextContent(
        "Open positions must be a whole number from 0 to 10,000",
      );
      expect(field).toHaveFocus();
      expect(field).toHaveAccessibleDescription("Open positions must be a whole number from 0 to 10,000");
      expect(field).toHaveValue(typed);
      await user.type(field, "1");
      expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    });

    it("keep what was typed when the server refuses or cannot be reached", async () => {
      servePeople();
      server.use(
        refuses("put", "/api/settings/open-positions", 400, "VALIDATION_FAILED", "Something is wrong", {
          errors: { value: "Open positions cannot be that many" },
        }),
      );
      const { user, field } = await open();
      await user.keyboard("10001{Enter}");
      await waitFor(() =>
        expect(screen.getByRole("alert")).toHaveTextContent("Open positions cannot be that many"),
      );
      expect(field).toHaveValue("10001");
      server.use(
        http.put("/api/settings/open-positions", ({ response }) => response.untyped(Response.error())),
      );
      await user.keyboard("{Enter}");
      await waitFor(() =>
        expect(screen.getByRole("alert")).toHaveTextContent(
          "Failed to save open positions. Please try again.",
        ),
      );
      expect(field).toHaveFocus();
      expect(field).toHaveValue("10001");
      await user.click(screen.getByRole("button", { name: "Cancel" }));
      expect(figure("Open Positions")).toBe("7");
    });
  });
});

describe("the administrators' dashboard", () => {
  const missing = Array.from({ length: 7 }, (_, index) => ({
    userName: `Ada Berg${index}`,
    employeeId: `EMP${1001 + index}`,
    frozenDates: index === 0 ? ["2026-11-17"] : ["2026-11-12", "2026-11-16"],
  }));
  const latest = Array.from({ length: 6 }, (_, index) => ({
    userName: "Ben Holt",
    employeeId: "EMP2001",
    timesheetDate: `2026-11-${18 - index}`,
    timesheetHours: 7.5,
  }));

  function serve() {
    servePeople();
    server.use(
      gives("/api/users/stats", {
        stats: { totalUsers: 9_873, roleBreakdown: { Employee: 9_600, Manager: 270, HR: 3, Admin: 0 } },
      }),
      gives("/api/timesheets/frozen-users", { users: missing }),
      gives("/api/timesheets/latest-users", { users: latest }),
    );
  }

  it("counts people, and leads to those without a manager", async () => {
    serve();
    admin();
    expect(await screen.findByText("9,873")).toBeVisible();
    expect(["Employees", "HR Users", "Employees Without a Manager"].map(figure)).toEqual([
      "9,600",
      "3",
      "118",
    ]);
    expect(screen.getByRole("link", { name: "Employees Without a Manager" })).toHaveAttribute(
      "href",
      "/admin/users?manager=none&status=active",
    );
  });

  it("leafs through both lists, five at a time, each with its place in the address", async () => {
    serve();
    const { user, router } = admin("/admin?activity=2");
    const gaps = await region("Employees with Missing Timesheets");
    await gaps.findByText("Ada Berg0");
    expect(gaps.getAllByRole("listitem")).toHaveLength(5);
    expect(gaps.getAllByRole("listitem")[0]).toHaveTextContent("Ada Berg0EMP10011 day, last Nov 17");
    expect(gaps.getAllByRole("listitem")[1]).toHaveTextContent("2 days, last Nov 16");
    expect(gaps.getByText("Page 1 of 2")).toBeVisible();
    expect(gaps.getByRole("button", { name: "Previous" })).toBeDisabled();
    await user.click(gaps.getByRole("button", { name: "Next" }));
    expect(gaps.getByText("Page 2 of 2")).toBeVisible();
    expect(gaps.getAllByRole("listitem")).toHaveLength(2);
    expect(gaps.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(router.state.location.search).toBe("?activity=2&missing=2");

    const activity = await region("Recent Timesheet Activity");
    expect(activity.getByText("Page 2 of 2")).toBeVisible();
    expect(activity.getByRole("listitem")).toHaveTextContent("Ben HoltEMP2001Fri, Nov 137.5 h");
    await user.click(activity.getByRole("button", { name: "Previous" }));
    expect(activity.getAllByRole("listitem")).toHaveLength(5);
    expect(router.state.location.search).toBe("?missing=2");
  });

  it("says when nothing is missing and nothing was recorded", async () => {
    server.use(...nobody());
    admin();
    expect(await screen.findByText("All employees have submitted their timesheets")).toBeVisible();
    expect(screen.getByText("No recent timesheet activity")).toBeVisible();
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  it("shows on the tiles that the count failed, whatever the server says, and tries again", async () => {
    serve();
    server.use(
      refuses("get", "/api/users/stats", 500, "INTERNAL_ERROR", "Something went wrong. Please try again."),
    );
    const { user } = admin();
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Failed to load user statistics");
    expect(["Total Users", "Employees", "HR Users"].map(figure)).toEqual([
      "Error loading",
      "Error loading",
      "Error loading",
    ]);
    expect(figure("Employees Without a Manager")).toBe("118");
    serve();
    await user.click(within(panel).getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("9,873")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("lets each list fail for itself", async () => {
    serve();
    for (const path of ["/api/timesheets/frozen-users", "/api/timesheets/latest-users"] as const) {
      server.use(http.get(path, ({ response }) => response.untyped(new Response("", { status: 502 }))));
    }
    admin();
    const gaps = await region("Employees with Missing Timesheets");
    expect(await gaps.findByRole("alert")).toHaveTextContent("Failed to load missing timesheets");
    const activity = await region("Recent Timesheet Activity");
    expect(await activity.findByRole("alert")).toHaveTextContent("Failed to load recent timesheet activity");
    expect(figure("Total Users")).toBe("9,873");
  });
});
