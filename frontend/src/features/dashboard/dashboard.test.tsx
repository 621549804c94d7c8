import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Holiday, ManagerDashboard } from "../../domain/types";
import { aTimesheet, TODAY } from "../../testing/fixtures";
import { emptyEmployee, thisMonth } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { fails, gives, server } from "../../testing/server";
import { monthFigures } from "./employee-dashboard";

const aHoliday = (name: string, changes: Partial<Holiday> = {}): Holiday => ({
  id: name,
  date: "2026-12-25",
  startDate: "2024-12-25",
  formattedDate: "Friday, December 25, 2026",
  name,
  description: null,
  isRecurring: true,
  endYear: null,
  createdBy: null,
  ...changes,
});

beforeEach(() => server.use(thisMonth()));

const employee = () => renderApp({ url: "/employee", as: { role: "Employee" } });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt, dt *" }).closest("div")?.querySelector("dd")?.textContent;

describe("the employee's dashboard", () => {
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

  it("greets by name, with the figures, the newest five days and the next three holidays", async () => {
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
      gives("/api/timesheets/my", { timesheets, weeks: [] }),
      gives("/api/holidays/upcoming", {
        holidays: [
          aHoliday("Christmas Day", { description: "Closed until the 28th" }),
          aHoliday("New Year"),
          aHoliday("Harbour Day"),
          aHoliday("Spring Day"),
        ],
      }),
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
    const hours = await screen.findByRole("table", { name: "Hours per Week" });
    expect(
      within(hours)
        .getAllByRole("row")
        .slice(-3)
        .map((row) => row.textContent?.replace(/\s/g, " ")),
    ).toEqual([
      "November 2 – 8, 20260 h0 h0 h0 h",
      "November 9 – 15, 202618 h0 h0 h18 h",
      "November 16 – 22, 202627 h9 h0 h36 h",
    ]);
    expect(within(hours).getAllByRole("row")).toHaveLength(9);
    // Today is open and empty: one press fills it in as yesterday.
    expect(await screen.findByRole("link", { name: "Same as Thu, Nov 19" })).toHaveAttribute(
      "href",
      "/employee/timesheet?again=1",
    );
  });

  it("offers to repeat the last day only where today can be filled in and is empty", async () => {
    const timesheets = [aTimesheet({ date: "2026-11-19" })];
    const filled = { kind: "entry", entry: aTimesheet({ date: TODAY }) } as const;
    for (const today of [filled, { isEditable: false, reason: "It is a holiday" }]) {
      server.use(
        gives("/api/timesheets/my", { timesheets, weeks: [] }),
        gives("/api/holidays/upcoming", { holidays: [] }),
        thisMonth({ [TODAY]: today }),
      );
      const { unmount } = employee();
      await screen.findByRole("table", { name: "Hours per Week" });
      expect(screen.queryByRole("link", { name: /^Same as/ })).not.toBeInTheDocument();
      unmount();
    }
  });

  it("leads a newcomer to their first day, and has quick links", async () => {
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

  it("counts holidays that cannot be loaded as none, and does not pass missing days off as none", async () => {
    server.use(fails("/api/timesheets/my"), fails("/api/holidays/upcoming"));
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
    onLeaveToday: 1,
    leaveToDecide: 5,
    olderWaiting: 4,
    unlockRequests: 0,
    weeks: [
      {
        userId: "u1",
        name: "Ada Berg",
        weekStart: "2026-11-09",
        status: "pending",
        totalHours: 42.5,
        forManager: null,
      },
      {
        userId: "u2",
        name: "Ben Berg",
        weekStart: "2026-11-16",
        status: "partially-rejected",
        totalHours: 9,
        forManager: { _id: "m2", firstName: "Marco", lastName: "Rossi" },
      },
    ],
  };
  const serve = (changes: Partial<ManagerDashboard> = {}) =>
    server.use(gives("/api/dashboard", { ...dashboard, ...changes }));
  const manager = () =>
    renderApp({ url: "/manager", as: { role: "Manager", firstName: "Maren", lastName: "Holt" } });

  it("shows the figures, the weeks that wait in the server's order, and a link to what is older", async () => {
    serve();
    manager();
    const waiting = within(await screen.findByRole("region", { name: "Weeks Waiting for Approval" }));
    expect(["Team Members", "Entries to Approve", "Resubmissions", "Absent Today"].map(figure)).toEqual([
      "7",
      "12",
      "3",
      "2",
    ]);
    expect(["Leave to Decide", "On Leave Today"].map(figure)).toEqual(["5", "1"]);
    expect(
      ["Leave to Decide", "On Leave Today"].map((name) =>
        screen.getByRole("link", { name }).getAttribute("href"),
      ),
    ).toEqual(["/manager/leave-approvals", "/manager/leave-approvals?tab=calendar"]);
    const rows = waiting.getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
      "/manager/team-timesheets?range=waiting&employee=u1",
      "/manager/team-timesheets?range=waiting&employee=u2",
    ]);
    expect(rows.map((row) => row.textContent?.includes("for Marco Rossi"))).toEqual([false, true]);
    expect(rows[0]).toHaveTextContent(/Ada Berg.*November 9.*Pending.*42\.5 h/);
    expect(
      waiting.getByRole("link", { name: "4 entries from before this month are waiting" }),
    ).toHaveAttribute("href", "/manager/team-timesheets?range=waiting");
  });

  it("counts the weeks that wait by their age, whatever lies further back together", async () => {
    const starts = ["2026-11-16", "2026-11-09", "2026-11-09", "2026-10-19", "2025-01-06"];
    const weeks = starts.map((weekStart, index) => ({
      userId: `u${index}`,
      name: "Ada Berg",
      weekStart,
      status: "pending" as const,
      totalHours: 9,
      forManager: null,
    }));
    serve({ weeks });
    manager();
    const table = await screen.findByRole("table", { name: "Waiting by Age" });
    expect(
      within(table)
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(["This week1", "Last week2", "2 weeks0", "3 weeks0", "Older2"]);
  });

  it("says when nothing waits", async () => {
    serve({ weeks: [], olderWaiting: 0, unlockRequests: 0, entriesToApprove: 0 });
    manager();
    expect(await screen.findByText("Nothing is waiting for approval")).toBeVisible();
    expect(screen.queryByText(/before this month/)).not.toBeInTheDocument();
  });
});
