import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { renderApp } from "../../testing/render";
import { aTeamReport, aTeamRow } from "../../testing/reports";
import { aHold, fails, http, server } from "../../testing/server";

const ROWS = [
  aTeamRow("ada", "Ada Lindqvist", { missingDates: ["2026-11-03", "2026-11-04"] }),
  aTeamRow("ben", "Ben Holt", {
    employeeId: "EMP1010",
    daysToDecide: null,
    forManager: { _id: "marco", firstName: "Marco", lastName: "Rossi" },
  }),
];

/** Answers with that report, and keeps what was asked for. */
function serve(report = aTeamReport(ROWS)) {
  const asked: string[] = [];
  server.use(
    http.get("/api/reports/team", ({ query, response }) => {
      asked.push(`${query.get("year")}-${query.get("month")} ${query.get("page")}`);
      return response(200).json({ success: true, data: report });
    }),
    http.get("/api/users/attendance-summary", ({ response }) => response(200).json([])),
  );
  return asked;
}

const manager = (url = "/manager/reports?tab=days") => renderApp({ url, as: { role: "Manager" } });
const people = () => screen.findByRole("table", { name: "Days and hours in November 2026" });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt" }).closest("div")?.querySelector("dd")?.textContent;
const rowOf = async (name: string) =>
  within(within(await people()).getByRole("row", { name: new RegExp(name) }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

describe("the days and hours of a team", () => {
  it("are figures, a chart and a row for each person, under the heading of the screen", async () => {
    const asked = serve();
    const { user, router } = manager("/manager/reports?month=2026-11&search=ada");
    expect(await screen.findByText("No Data Available")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Days and Hours" }));
    await people();
    // The month goes with the reader from tab to tab, what one tab alone has does not.
    expect(router.state.location.search).toBe("?month=2026-11&tab=days");
    expect(screen.getByRole("heading", { level: 1, name: "Team Reports" })).toBeVisible();
    expect(screen.getByText("November 2026", { selector: "time" })).toBeVisible();
    expect(["Entries", "Hours", "Waiting", "Missing Days", "Days to Decide"].map(figure)).toEqual([
      "1,240",
      "9,876.5",
      "190",
      "17",
      "0.5",
    ]);
    expect((await rowOf("Ada Lindqvist")).slice(-8)).toEqual([
      "EMP1007",
      "12",
      "96.5",
      "8",
      "3",
      "1",
      "2",
      "1.5",
    ]);
    expect((await rowOf("Ben Holt")).slice(-2)).toEqual(["0", "–none"]);
    expect(screen.getByRole("rowheader", { name: /Ben Holt/ })).toHaveTextContent("for Marco Rossi");
    expect(asked).toEqual(["2026-11 1"]);
    expect(await violations()).toEqual([]);
  });

  it("are drawn by week, of which only the days in the month are named and counted", async () => {
    serve();
    manager();
    await people();
    const chart = screen.getByRole("img", { name: "Hours by week" });
    expect(chart).toHaveTextContent("Approved 38 h");
    expect(chart).toHaveTextContent("Nov 1");
    const numbers = screen.getByRole("table", { name: "Hours by week" });
    expect(
      within(numbers)
        .getAllByRole("row")
        .map((row) => row.textContent?.replaceAll("\u2009", " ")),
    ).toEqual([
      "WeekApprovedPendingRejected",
      "November 1, 20268 h0 h0 h",
      "November 2 – 8, 202630 h5.5 h4 h",
    ]);
  });

  it("name the missing days in a row that opens", async () => {
    serve();
    const { user } = manager();
    const table = within(await people());
    const opener = table.getByRole("button", { name: "Missing days of Ada Lindqvist" });
    expect(opener).toHaveAttribute("aria-expanded", "false");
    expect(table.queryByRole("button", { name: "Missing days of Ben Holt" })).toBeNull();
    await user.click(opener);
    expect(opener).toHaveAttribute("aria-expanded", "true");
    expect(table.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Tue, Nov 3",
      "Wed, Nov 4",
    ]);
  });

  it("show no figures of one month under another", async () => {
    serve(aTeamReport(ROWS, 45));
    const { user } = manager();
    await people();
    const { held, answer } = aHold();
    server.use(
      http.get("/api/reports/team", async ({ query, response }) => {
        await held;
        const name = `Nell of ${query.get("month")}, page ${query.get("page")}`;
        return response(200).json({ success: true, data: aTeamReport([aTeamRow("nell", name)], 45) });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    expect(await people()).toHaveAttribute("aria-busy", "true");
    await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "June");
    expect(await screen.findByText("Loading report...")).toBeVisible();
    expect(screen.queryByText("Ben Holt")).toBeNull();
    expect(screen.queryByRole("img", { name: "Hours by week" })).toBeNull();
    answer();
    expect(await screen.findByText("Nell of 6, page 1")).toBeVisible();
  });

  it("go to another month and page, in the address", async () => {
    const asked = serve(aTeamReport(ROWS, 45));
    const { user, router } = manager("/manager/reports?tab=days&page=2");
    await people();
    expect(screen.getByText("Showing 21 to 40 of 45 results")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 3" }));
    await waitFor(() => expect(router.state.location.search).toBe("?tab=days&page=3"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "June");
    await waitFor(() => expect(router.state.location.search).toBe("?tab=days&month=2026-06"));
    await screen.findByRole("table", { name: "Days and hours in June 2026" });
    await user.click(screen.getByRole("button", { name: "Current Month" }));
    await people();
    expect(router.state.location.search).toBe("?tab=days");
    expect(asked.slice(0, 4)).toEqual(["2026-11 2", "2026-11 3", "2026-6 1", "2026-11 1"]);
  });

  it("wait, fail and are empty in words", async () => {
    const { held, answer } = aHold();
    server.use(
      http.get("/api/reports/team", async ({ response }) => {
        await held;
        return response(200).json({ success: true, data: aTeamReport([]) });
      }),
    );
    const { user } = manager();
    expect(await screen.findByText("Loading report...")).toBeVisible();
    answer();
    expect(await screen.findByText("No Data Available")).toBeVisible();
    server.use(fails("/api/reports/team"));
    await user.click(screen.getByRole("button", { name: "Current Month" }));
    expect(await screen.findByText("Failed to load the report")).toBeVisible();
    serve();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await people()).toBeVisible();
  });
});

describe("the file of a report", () => {
  const csv = { headers: { "Content-Type": "text/csv" } };

  it("is that of the tab and the month, and says that it is being made", async () => {
    serve();
    const saved = catchDownloads();
    const asked: string[] = [];
    const { held, answer } = aHold();
    server.use(
      http.get("/api/reports/team/csv", async ({ query, response }) => {
        asked.push(`${query.get("year")}-${query.get("month")}`);
        await held;
        return response.untyped(new Response("Employee\n", csv));
      }),
    );
    const { user } = manager("/manager/reports?tab=days&month=2026-06");
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByRole("button", { name: "Preparing CSV..." })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    answer();
    expect(await screen.findByText("Report downloaded")).toBeVisible();
    expect(asked).toEqual(["2026-6"]);
    expect(saved.map(({ name }) => name)).toEqual(["Team_Report_6_2026.csv"]);
  });

  it("is that of attendance on its tab, and says when it fails", async () => {
    serve();
    const saved = catchDownloads();
    server.use(
      http.get("/api/users/attendance-summary", ({ response }) =>
        response(200).json([
          {
            name: "Ada",
            employeeId: "EMP1007",
            totalWorkingDays: 14,
            leaveDays: 0,
            totalPresent: 14,
            attendanceRate: 100,
            goodPercent: 80,
            rating: "good",
          },
        ]),
      ),
      fails("/api/users/attendance-summary/csv"),
    );
    const { user } = manager("/manager/reports");
    await screen.findByRole("rowheader", { name: "Ada" });
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Failed to download the report. Please try again.")).toBeVisible();
    server.use(
      http.get("/api/users/attendance-summary/csv", ({ response }) =>
        response.untyped(new Response("Employee ID\n", csv)),
      ),
    );
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    expect(await screen.findByText("Report downloaded")).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(["Attendance_Report_11_2026.csv"]);
  });
});
