import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Holiday, ManagerDashboard } from "../../domain/types";
import { aTimesheet, TODAY } from "../../testing/fixtures";
import { emptyEmployee } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { http, server } from "../../testing/server";
import { monthFigures } from "./employee-dashboard";

const aHoliday = (name: string, changes: Partial<Holiday> = {}): Holiday => ({
  id: name,
  date: "2026-12-25",
  startDate: "2024-12-25",
  formattedDate: "Friday, December 25, 2026",
  name,
  description: null,
  isRecurring: true,
  createdBy: null,
  ...changes,
});

const employee = () => renderApp({ url: "/employee", as: { role: "Employee" } });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt, dt *" }).closest("div")?.querySelector("dd")?.textContent;

describe("the employee's dashboard", () => {
  // Shows: L19, K22
  it("counts this month only, and no rejected hours", () => {
    const timesheets = [
      aTimesheet({ date: "2026-11-02", hours: 9, status: "approved" }),
      aTimesheet({ date: "2026-11-03", hours: 7.5, status: "pending" }),
      aTimesheet({ date: "2026-11-04", hours: 8, status: "rejected" }),
      aTimesheet({ date: "2026-10-30", hours: 9, status: "approved" }),
    ];
    expect(monthFigures(timesheets, TODAY)).toEqual({ hours: "16.5", pending: 1, approved: 1 });
    expect(monthFigures([], TODAY)).toEqual({ hours: "0.0", pending: 0, approved: 0 });
  });

  // Shows: R10, L18, L20, L21, K22
  it("shows the newest five days and the next three holidays", async () => {
    const timesheets = [
      "2026-11-19",
      "2026-11-18",
      "2026-11-17",
      "2026-11-16",
      "2026-11-13",
      "2026-11-12",
    ].map((date, index) =>
      aTimesheet({ _id: `t${index}`, date, hours: 9, status: index === 0 ? "pending" : "approved" }),
    );
    server.use(
      http.get("/api/timesheets/my", ({ response }) =>
        response(200).json({ success: true, data: { timesheets, weeks: [] } }),
      ),
      http.get("/api/holidays/upcoming", ({ response }) =>
        response(200).json({
          success: true,
          data: {
            holidays: [
              aHoliday("Christmas Day", { description: "Closed until the 28th" }),
              aHoliday("New Year"),
              aHoliday("Harbour Day"),
              aHoliday("Spring Day"),
            ],
          },
        }),
      ),
    );
    employee();
    expect(await screen.findByRole("heading", { name: "Welcome, Ada Lindqvist!" })).toBeVisible();
    const recent = within(await screen.findByRole("region", { name: "Recent Timesheets" }));
    expect(recent.getAllByRole("listitem")).toHaveLength(5);
    expect(recent.getByRole("link", { name: /^View All/ })).toHaveAttribute("href", "/employee/timesheet");
    const holidays = within(screen.getByRole("region", { name: "Upcoming Holidays" }));
    expect(holidays.getAllByRole("listitem")).toHaveLength(3);
    expect(holidays.getByText("Closed until the 28th")).toBeVisible();
    expect(figure("Hours This Month")).toBe("54.0 h");
    expect(figure("Pending")).toBe("1");
    expect(figure("Approved")).toBe("5");
    expect(figure("Upcoming Holidays")).toBe("4");
  });

  // Shows: L22, L23, W99, W100, W101
  it("leads a newcomer to their first day", async () => {
    server.use(...emptyEmployee());
    employee();
    expect(await screen.findByText("No timesheets found")).toBeVisible();
    expect(screen.getByRole("link", { name: "Fill your first timesheet" })).toHaveAttribute(
      "href",
      "/employee/timesheet",
    );
    expect(screen.getByText("No upcoming holidays")).toBeVisible();
    for (const name of ["Fill Timesheet", "My Profile"])
      expect(screen.getByRole("link", { name })).toBeVisible();
  });

  // Shows: H17, W120
  it("counts holidays that cannot be loaded as none, and does not pass missing days off as none", async () => {
    server.use(
      http.get("/api/timesheets/my", ({ response }) => response.untyped(new Response("", { status: 502 }))),
      http.get("/api/holidays/upcoming", ({ response }) =>
        response.untyped(new Response("", { status: 502 })),
      ),
    );
    employee();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load timesheets");
    expect(screen.getByText("No upcoming holidays")).toBeVisible();
    expect(figure("Hours This Month")).toBe("–");
  });
});

describe("the manager's dashboard", () => {
  const dashboard: ManagerDashboard = {
    teamMembers: 7,
    entriesToApprove: 12,
    resubmissions: 3,
    absentToday: 2,
    olderWaiting: 4,
    weeks: [
      { userId: "u1", name: "Ada Berg", weekStart: "2026-11-09", status: "pending", totalHours: 42.5 },
      {
        userId: "u2",
        name: "Ben Berg",
        weekStart: "2026-11-16",
        status: "partially-rejected",
        totalHours: 9,
      },
    ],
  };
  const serve = (changes: Partial<ManagerDashboard> = {}) =>
    server.use(
      http.get("/api/dashboard", ({ response }) =>
        response(200).json({ success: true, data: { ...dashboard, ...changes } }),
      ),
    );
  const manager = () =>
    renderApp({ url: "/manager", as: { role: "Manager", firstName: "Maren", lastName: "Holt" } });

  // Shows: R15, L24, L25
  it("shows the figures, and the weeks that wait in the server's order", async () => {
    serve();
    manager();
    const waiting = within(await screen.findByRole("region", { name: "Weeks Waiting for Approval" }));
    expect(["Team Members", "Entries to Approve", "Resubmissions", "Absent Today"].map(figure)).toEqual([
      "7",
      "12",
      "3",
      "2",
    ]);
    const rows = waiting.getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
      "/manager/team-timesheets?range=waiting&employee=u1",
      "/manager/team-timesheets?range=waiting&employee=u2",
    ]);
    expect(rows[0]).toHaveTextContent(/Ada Berg.*November 9.*Pending.*42\.5 h/);
    expect(waiting.getByRole("link", { name: "4 entries wait from before this month" })).toHaveAttribute(
      "href",
      "/manager/team-timesheets?range=waiting",
    );
  });

  it("says when nothing waits", async () => {
    serve({ weeks: [], olderWaiting: 0, entriesToApprove: 0 });
    manager();
    expect(await screen.findByText("Nothing waits for approval")).toBeVisible();
    expect(screen.queryByText(/before this month/)).not.toBeInTheDocument();
  });
});
