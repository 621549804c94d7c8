import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { aRefusal } from "../../testing/fixtures";
import { aClosedMonth, anOpenMonth, aPayrollRow, aRevision, totals } from "../../testing/months";
import { renderApp } from "../../testing/render";
import { aHold, fails, failsLater, gives, http, refuses, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const SECOND = aRevision({ revision: 2 });
const REOPENED = anOpenMonth("2026-05", { state: "reopened", revision: 1, newest: aRevision() });
const JUNE = aClosedMonth("2026-06", {}, SECOND);
const MONTHS = [anOpenMonth("2026-07"), JUNE, REOPENED];

const ROWS = [
  aPayrollRow("ann", "Ann Berg", { salarySince: "2026-06-15" }),
  aPayrollRow("ben", "Ben Aziz", {
    employeeId: "EMP1004",
    department: null,
    workingDays: 21,
    payableDays: 21,
    annualSalary: null,
    monthlyBase: null,
    grossPay: null,
    salaryMissing: true,
  }),
];

function serve(months: Schemas["Month"][] = MONTHS, total = ROWS.length) {
  const asked: string[] = [];
  server.use(
    http.get("/api/months", ({ query, response }) =>
      response(200).json({
        success: true,
        data: { months: query.get("year") === "2026" ? months : [], years: [2026, 2025] },
      }),
    ),
    http.get("/api/months/{month}/payroll", ({ params, query, response }) => {
      const [search, revision] = [query.get("search") ?? "", Number(query.get("revision"))];
      asked.push(`${params.month} ${revision} ${search} ${query.get("page")}`);
      const month = months.find((one) => one.month === params.month);
      if (!month) return response(404).json(aRefusal("NOT_FOUND", "Month not found"));
      if (revision > month.revision) return response(404).json(aRefusal("NOT_FOUND", "Revision not found"));
      const data: Schemas["Payroll"] = {
        month,
        revision: aRevision({ revision: revision || month.revision }),
        rows: search === "zz" ? [] : ROWS,
        totals: totals(),
        pagination: { current: Number(query.get("page")), pages: Math.ceil(total / 20), total },
      };
      return response(200).json({ success: true, data });
    }),
  );
  return asked;
}

const hr = (more = "") => renderApp({ url: `/hr/payroll?tab=payroll${more}`, as: { role: "HR" } });
const table = (month = "June 2026", revision = 2) =>
  screen.findByRole("table", { name: `Payroll of ${month}, revision ${revision}` });
const optionsOf = (name: string) =>
  within(screen.getByRole("combobox", { name }))
    .getAllByRole("option")
    .map((one) => one.textContent);

describe("payroll", () => {
  it("shows the newest closed month, with totals and amounts before tax", async () => {
    const asked = serve();
    hr();
    const rows = within(await table()).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      [
        "Employee ID",
        "Name",
        "Department",
        "Working Days",
        "Payable Days",
        "Paid Leave",
        "Unpaid Leave",
        "Absent",
        "Pending",
        "Extra Days",
        "Approved Hours",
        "Annual Salary",
        "Monthly Base",
        "Gross Pay",
      ],
      [
        "EMP1003",
        "Ann Berg",
        "Works",
        ...["14.0", "10.5", "0.0", "0.0", "3.5", "0.0", "0.0", "95.0"],
        "36,000.00since Jun 15, 2026",
        "3,000.00",
        "1,500.00",
      ],
      [
        "EMP1004",
        "Ben Aziz",
        "–",
        ...["21.0", "21.0", "0.0", "0.0", "3.5", "0.0", "0.0", "95.0"],
        "No salary",
        "–",
        "–",
      ],
    ]);
    expect(screen.getByText("Amounts before tax, for information")).toBeVisible();
    expect(screen.queryByText("This revision is no longer current.")).toBeNull();
    const tiles = [...document.querySelectorAll("dl > div")].map((tile) => tile.textContent);
    expect(tiles).toEqual([
      "Employees2",
      "Total Base3,000.00 EUR",
      "Total Gross1,500.00 EUR",
      "Missing Salary1",
    ]);
    expect(optionsOf("Month")).toEqual(["June 2026", "May 2026"]);
    expect(optionsOf("Revision")).toEqual(["Revision 2", "Revision 1"]);
    expect(asked).toEqual(["2026-06 0  1"]);
    expect(await violations()).toEqual([]);
  });

  it("keeps month, revision, search and page in the address, and says what is no longer current", async () => {
    const asked = serve(MONTHS, 41);
    const { user, router } = hr();
    await table();
    await user.selectOptions(screen.getByRole("combobox", { name: "Revision" }), "Revision 1");
    await table("June 2026", 1);
    expect(router.state.location.search).toBe("?tab=payroll&month=2026-06&revision=1");
    expect(screen.getByText("This revision is no longer current.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 3" }));
    await waitFor(() => expect(asked.at(-1)).toBe("2026-06 1  3"));
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "zz{Enter}");
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show All Employees" }));
    await table("June 2026", 1);
    await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "May 2026");
    await table("May 2026", 1);
    expect(router.state.location.search).toBe("?tab=payroll&month=2026-05");
    // It has been reopened.
    expect(screen.getByText("This revision is no longer current.")).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Year" }), "2025");
    expect(await screen.findByText("No month of 2025 has been closed yet.")).toBeVisible();
    expect(router.state.location.search).toBe("?tab=payroll&year=2025");
    await user.click(screen.getByRole("tab", { name: "Months" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("waits and fails in words", async () => {
    serve();
    const answer = failsLater("/api/months/{month}/payroll");
    hr();
    expect(await screen.findByText("Loading payroll...")).toBeVisible();
    answer();
    expect(await screen.findByText("Failed to load payroll")).toBeVisible();
  });

  it("says that the months could not be loaded, or that there is no such revision", async () => {
    server.use(fails("/api/months"));
    const { user } = hr("&month=2026-06&revision=9");
    expect(await screen.findByText("Failed to load payroll")).toBeVisible();
    serve();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Revision not found")).toBeVisible();
  });

  it("says that nothing has been closed, and asks again when a month changes", async () => {
    const months = [anOpenMonth("2026-07")];
    serve(months);
    hr();
    expect(await screen.findByText("No month of 2026 has been closed yet.")).toBeVisible();
    months.push(JUNE);
    await hears("months");
    expect(await table()).toBeVisible();
  });
});

describe("an export", () => {
  const path = "/api/months/{month}/export";

  function answers() {
    const sent: unknown[] = [];
    const hold = aHold();
    server.use(
      http.post(path, async ({ request, response }) => {
        sent.push(await request.clone().json());
        await hold.held;
        return response.untyped(new Response("Month", { headers: { "Content-Type": "text/csv" } }));
      }),
    );
    return { sent, ...hold };
  }

  it("of what is current is asked for as such, and says that it is being made", async () => {
    serve();
    const saved = catchDownloads();
    const { sent, answer } = answers();
    const { user } = hr();
    await table();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await screen.findByRole("button", { name: "Preparing..." })).toHaveAttribute("aria-busy", "true");
    answer();
    expect(await screen.findByText("Payroll exported")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export PDF" }));
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual(["Payroll_2026-06_r2.csv", "Payroll_2026-06_r2.pdf"]),
    );
    expect(sent).toEqual([{ format: "csv" }, { format: "pdf" }]);
  });

  it("of an older revision names it", async () => {
    serve();
    const saved = catchDownloads();
    const { sent, answer } = answers();
    answer();
    const { user } = hr("&month=2026-06&revision=1");
    await table("June 2026", 1);
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["Payroll_2026-06_r1.csv"]));
    expect(sent).toEqual([{ format: "csv", revision: 1 }]);
  });

  it("fails in the server's words, or in its own", async () => {
    serve();
    server.use(refuses("post", path, 409, "CONFLICT", "June 2026 is not closed"));
    const { user } = hr();
    await table();
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await screen.findByText("June 2026 is not closed")).toBeVisible();
    server.use(http.post(path, ({ response }) => response.untyped(Response.error())));
    await user.click(screen.getByRole("button", { name: "Export PDF" }));
    expect(await screen.findByText("Failed to export payroll")).toBeVisible();
  });

  it("cannot be asked for before payroll has been found", async () => {
    serve([]);
    server.use(gives("/api/months", { months: [], years: [2026] }));
    hr();
    expect(await screen.findByText("No month of 2026 has been closed yet.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
  });
});
