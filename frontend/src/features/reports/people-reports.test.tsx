import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { renderApp } from "../../testing/render";
import { aDepartment } from "../../testing/reports";
import { fails, gives, http, server } from "../../testing/server";

const hr = (url: string) => renderApp({ url, as: { role: "HR" } });
const linesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => cell.textContent).filter((text) => text !== ""),
    );

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
  joined: index,
  left: 1,
  active: 20 + index,
}));

function serve() {
  const asked: string[] = [];
  server.use(
    http.get("/api/reports/departments", ({ query, response }) => {
      asked.push(`departments ${query.get("year")}-${query.get("month")} ${query.get("page")}`);
      return response(200).json({
        success: true,
        data: {
          rows: [
            aDepartment("Works"),
            aDepartment("Yard", { employees: 4, workingDays: 80, presentDays: 60, rate: 75 }),
            aDepartment(null, { employees: 1, workingDays: 0, presentDays: 0, rate: null }),
          ],
          pagination: { current: 1, pages: 1, total: 3 },
          asOf: "2026-11-20T08:30:00Z",
        },
      });
    }),
    http.get("/api/reports/missing-days", ({ query, response }) => {
      asked.push(`missing ${query.get("year")}-${query.get("month")} ${query.get("page")}`);
      return response(200).json({
        success: true,
        data: {
          rows: [
            {
              userId: "ada",
              name: "Ada Lindqvist",
              employeeId: "EMP1007",
              department: "Works",
              manager: { _id: "mira", firstName: "Mira", lastName: "Holt" },
              dates: ["2026-11-03", "2026-11-04"],
            },
            {
              userId: "ben",
              name: "Ben Holt",
              employeeId: "EMP1010",
              department: null,
              manager: null,
              dates: ["2026-11-05"],
            },
          ],
          pagination: { current: 1, pages: 1, total: 2 },
        },
      });
    }),
    gives("/api/reports/headcount", { months: MONTHS }),
    http.get("/api/users/attendance-summary", ({ response }) => response(200).json([])),
  );
  return asked;
}

describe("the reports on everybody", () => {
  it.each([
    ["HR", "/hr/reports"],
    ["Boss", "/boss/reports"],
  ] as const)("are tabs with a heading each, under Reports in the menu of %s", async (role, url) => {
    serve();
    const { user, router } = renderApp({ url, as: { role } });
    expect(await screen.findByRole("heading", { level: 1, name: "Attendance Summary Report" })).toBeVisible();
    const menu = screen.getByRole("navigation", { name: `${role} menu` });
    expect(within(menu).getByRole("link", { name: "Reports" })).toHaveAttribute("aria-current", "page");
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Attendance",
      "Departments",
      "Headcount",
      "Missing Days",
    ]);
    for (const [name, address] of [
      ["Departments", "?tab=departments"],
      ["Headcount", "?tab=headcount"],
      ["Missing Days", "?tab=missing-days"],
    ] as const) {
      await user.click(screen.getByRole("tab", { name }));
      expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
      await waitFor(() => expect(document.title).toBe(`${name} – Daybook`));
      expect(router.state.location.search).toBe(address);
    }
    await user.keyboard("{Home}");
    expect(await screen.findByRole("heading", { level: 1, name: "Attendance Summary Report" })).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Attendance Summary Report – Daybook"));
    expect(router.state.location.search).toBe("");
  });
});

describe("departments", () => {
  it("are compared by their attendance, the people without one last", async () => {
    const asked = serve();
    hr("/hr/reports?tab=departments&month=2026-06");
    const table = await screen.findByRole("table", { name: "Departments in June 2026" });
    expect(linesOf(table)).toEqual([
      ["Department", "Employees", "Working Days", "Present", "Rate", "Missing Days", "Waiting"],
      ["Works", "10", "200", "180", "90.0%", "3", "7"],
      ["Yard", "4", "80", "60", "75.0%", "3", "7"],
      ["No department", "1", "0", "0", "–none", "3", "7"],
    ]);
    const chart = screen.getByRole("img", { name: "Attendance by department" });
    expect([...chart.querySelectorAll("svg")].map((bar) => bar.getAttribute("width"))).toEqual([
      "90%",
      "75%",
      "0%",
    ]);
    expect(screen.getByText(/^As of/).textContent?.replaceAll("\u202f", " ")).toBe(
      "As of Nov 20, 2026, 8:30 AM",
    );
    expect(screen.queryByText("The chart shows the departments of this page.")).toBeNull();
    expect(asked).toEqual(["departments 2026-6 1"]);
    expect(await violations()).toEqual([]);
  });
});

it("says that the chart of departments shows a page of them", async () => {
  server.use(
    gives("/api/reports/departments", {
      rows: [aDepartment("Works")],
      pagination: { current: 1, pages: 2, total: 21 },
      asOf: "2026-11-20T08:30:00Z",
    }),
  );
  hr("/hr/reports?tab=departments");
  expect(await screen.findByText("The chart shows the departments of this page.")).toBeVisible();
});

describe("headcount", () => {
  it("says who joined, left and was there in the last twelve months", async () => {
    serve();
    hr("/hr/reports?tab=headcount");
    const table = await screen.findByRole("table", { name: "Headcount of the last twelve months" });
    const lines = linesOf(table);
    expect(lines).toHaveLength(13);
    expect(lines[0]).toEqual(["Month", "Joined", "Left", "Active"]);
    expect(lines.at(-1)).toEqual(["November 2026", "11", "1", "31"]);
    const chart = screen.getByRole("img", { name: "Employees by month" });
    expect(chart).toHaveAccessibleDescription(/November 2026 31$/);
    expect(await violations()).toEqual([]);
  });
});

describe("missing days", () => {
  it("are named person by person, each day in a row that opens", async () => {
    const asked = serve();
    const { user } = hr("/hr/reports?tab=missing-days");
    const table = await screen.findByRole("table", { name: "Missing days in November 2026" });
    expect(
      linesOf(table)
        .slice(1)
        .map((line) => line.slice(-5)),
    ).toEqual([
      ["Ada Lindqvist", "EMP1007", "Works", "Mira Holt", "2"],
      ["Ben Holt", "EMP1010", "–none", "–none", "1"],
    ]);
    await user.click(within(table).getByRole("button", { name: "Missing days of Ben Holt" }));
    expect(within(table).getByText("Thu, Nov 5")).toBeVisible();
    expect(asked).toEqual(["missing 2026-11 1"]);
    expect(await violations()).toEqual([]);
  });

  it("say so where there is none, and where they cannot be loaded", async () => {
    server.use(
      gives("/api/reports/missing-days", { rows: [], pagination: { current: 1, pages: 0, total: 0 } }),
    );
    const { user } = hr("/hr/reports?tab=missing-days");
    expect(await screen.findByText("No Data Available")).toBeVisible();
    server.use(fails("/api/reports/missing-days", 500));
    await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "June");
    expect(await screen.findByText("Failed to load the report")).toBeVisible();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
  });
});

it.each([
  ["departments", "/api/reports/departments/csv", "Departments_11_2026.csv"],
  ["headcount", "/api/reports/headcount/csv", "Headcount_2026-11-20.csv"],
  ["missing-days", "/api/reports/missing-days/csv", "Missing_Days_11_2026.csv"],
] as const)("the file of %s is saved", async (tab, path, name) => {
  serve();
  const saved = catchDownloads();
  server.use(
    http.get(path, ({ response }) =>
      response.untyped(new Response("Month\n", { headers: { "Content-Type": "text/csv" } })),
    ),
  );
  const { user } = hr(`/hr/reports?tab=${tab}`);
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(saved.map((file) => file.name)).toEqual([name]));
});
