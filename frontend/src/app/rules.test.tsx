/** The numbers of the rules are the server's: with other numbers the screens say other things, and no source knows one of them. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { calendarOf, personQueries } from "../api/reads";
import { teamTimesheets } from "../features/approvals/reads";
import { dashboardQueries } from "../features/dashboard/reads";
import { myProfile } from "../features/profile/reads";
import { attendanceRead } from "../features/reports/reads";
import { aCalendarDay, OPEN_MONTH } from "../testing/calendar";
import { aPatternOf, aPortal, TODAY } from "../testing/fixtures";
import { renderApp, TOKEN } from "../testing/render";
import { gives, http, server } from "../testing/server";

const OTHER = { passwordMinimum: 10, workingDays: [2, 3, 4, 5, 6], fullDayHours: 8, halfDayHours: 4.5 };

const otherRules = () => server.use(gives("/api/portal", aPortal(OTHER)));

describe("the numbers of the rules", () => {
  it("are the portal's on the start page", async () => {
    otherRules();
    renderApp({ url: "/" });
    const workflow = await screen.findByRole("region", { name: "System Workflow" });
    expect(
      await within(workflow).findByText(/A full day is 8 hours, a half day is 4\.5 hours\./),
    ).toBeVisible();
  });

  it("are the portal's where a password is chosen", async () => {
    otherRules();
    const { user } = renderApp({ url: `/auth/reset-password/${TOKEN}` });
    await user.type(await screen.findByLabelText("New Password"), "123456789");
    expect(await screen.findByText("At least 10 characters")).toHaveTextContent(": not met yet");
    await user.type(screen.getByLabelText("Confirm New Password"), "123456789{Enter}");
    expect(screen.getByLabelText("New Password")).toHaveAccessibleDescription(
      "Password must be at least 10 characters long",
    );
    await user.type(screen.getByLabelText("New Password"), "0");
    expect(screen.getByText("At least 10 characters")).toHaveTextContent(": met");
  });

  it("are those of the day's pattern where a day is filled in", async () => {
    const month = TODAY.slice(0, 7);
    const [before] = aPatternOf(month);
    const [today] = aPatternOf(month, { fullDayHours: 8, halfDayHours: 4 });
    const patterns = [
      { ...before, to: `${month}-19` },
      { ...today, from: TODAY },
    ] as ReturnType<typeof aPatternOf>;
    const off = {
      kind: "day-off",
      reason: "This is not one of your working days. Contact Admin/HR/Manager if you worked.",
    } as const;
    server.use(
      gives("/api/timesheets/calendar", {
        days: [aCalendarDay(`${month}-16`, off), aCalendarDay(TODAY)],
        patterns,
        month: OPEN_MONTH,
        earliestMonth: month,
        latestMonth: month,
      }),
      gives("/api/timesheet-unlock/my-requests", { unlockRequests: [] }),
    );
    const { user } = renderApp({ url: "/employee/timesheet", as: { role: "Employee" } });
    expect(await screen.findByRole("button", { name: "Full day 8 h" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Half day 4 h" })).toBeEnabled();
    // A day off by the pattern is one of its own kind, with the server's reason, and stands in the legend of this month.
    await user.click(screen.getByRole("gridcell", { name: /November 16, 2026.*Day off/ }));
    expect(screen.getAllByText(off.reason)[0]).toBeInTheDocument();
    expect(within(screen.getByRole("list", { name: "Legend" })).getByText("Day off")).toBeVisible();
  });

  it("are those of the answer where attendance is rated", async () => {
    const row = {
      name: "Ada Lindqvist",
      employeeId: "EMP1007",
      totalWorkingDays: 20,
      leaveDays: 0,
      totalPresent: 13.5,
      attendanceRate: 67.5,
      goodPercent: 65,
      rating: "good",
    } as const;
    server.use(http.get("/api/users/attendance-summary", ({ response }) => response(200).json([row])));
    renderApp({ url: "/hr/reports", as: { role: "HR" } });
    expect(await screen.findByText("65% or more")).toBeVisible();
    expect(screen.getByText("under 65%")).toBeVisible();
  });

  it("change what hangs on a work pattern, which is then asked for anew", () => {
    const month = { year: 2026, month: 11 };
    const reads = [
      calendarOf(month),
      attendanceRead(month),
      teamTimesheets({ waiting: true }),
      dashboardQueries.manager(),
      dashboardQueries.missingTimesheets(),
      personQueries.unlockWindow("e1"),
      personQueries.one("e1"),
      myProfile(),
    ];
    for (const { queryKey, meta } of reads) expect(meta?.topics, queryKey[1]).toContain("settings");
  });

  it("stand in no source of the client", () => {
    const sources = import.meta.glob<string>(
      ["../**/*.ts", "../**/*.tsx", "!../**/*.test.*", "!../testing/**"],
      {
        query: "?raw",
        import: "default",
        eager: true,
      },
    );
    const rules = [
      /at least \d+ characters/i,
      /\d ?% or more|under \d+ ?%/,
      /day is \d/,
      /hours: (9|5) \}/,
      /"(Sat|Sun)"/,
      /within (\d+|seven) days/,
    ];
    const found = Object.entries(sources)
      // The sample of the start page is nobody's month.
      .filter(([path]) => !path.endsWith("/landing/sample.ts") && !path.endsWith("/schema.d.ts"))
      .flatMap(([path, text]) => rules.filter((rule) => rule.test(text)).map((rule) => `${path}: ${rule}`));
    expect(Object.keys(sources).length).toBeGreaterThan(150);
    expect(found).toEqual([]);
  });
});
