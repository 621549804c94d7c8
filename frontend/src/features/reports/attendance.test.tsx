import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { components } from "../../api/schema";
import { aSession, aSessionUser } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, fails, failsLater, http, server } from "../../testing/server";
import { FakeSocket } from "../../testing/socket";

type Row = components["schemas"]["AttendanceRow"];

const aRow = (changes: Partial<Row> = {}): Row => ({
  name: "Ada Lindqvist",
  employeeId: "EMP1007",
  totalWorkingDays: 14,
  leaveDays: 1.5,
  totalPresent: 10.5,
  attendanceRate: 75,
  goodPercent: 80,
  rating: "needs-attention",
  ...changes,
});

const TEAM: Row[] = [
  aRow(),
  aRow({
    name: "Ben Holt",
    employeeId: "",
    totalWorkingDays: 13,
    totalPresent: 13,
    attendanceRate: 100,
    rating: "good",
  }),
  aRow({
    name: "Noor Haddad",
    employeeId: "EMP1010",
    totalWorkingDays: 0,
    totalPresent: 0,
    attendanceRate: null,
    rating: "good",
  }),
];

/** Answers with those rows, and keeps which months were asked for. */
function serve(rows: readonly Row[] = TEAM) {
  const asked: string[] = [];
  server.use(
    http.get("/api/users/attendance-summary", ({ query, response }) => {
      asked.push(`${query.get("year")}-${query.get("month")}`);
      return response(200).json([...rows], { headers: { Date: "Fri, 20 Nov 2026 23:45:00 GMT" } });
    }),
  );
  return asked;
}

const hr = (url = "/hr/reports") => renderApp({ url, as: { role: "HR" } });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt" }).closest("div")?.querySelector("dd")?.textContent;
const cells = async (name: string) => {
  const row = within(await screen.findByRole("row", { name: new RegExp(name) }));
  return [row.getByRole("rowheader"), ...row.getAllByRole("cell")].map((cell) => cell.textContent);
};
/** Read past the roles, which take a while to tell of hundreds of cells. */
const people = () => [...document.querySelectorAll("tbody th")].map((header) => header.textContent);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aRow({ name: `Ada Berg${index}`, employeeId: `EMP${2000 + index}`, attendanceRate: 50 + (index % 50) }),
  );

describe("the attendance summary", () => {
  it.each([
    ["HR", "/hr/reports", "Attendance Summary Report"],
    ["Manager", "/manager/reports", "Team Reports"],
  ] as const)("shows %s everybody's days, rate and rating", async (role, url, title) => {
    const asked = serve();
    renderApp({ url, as: { role } });
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await cells("Ada Lindqvist")).toEqual([
      "Ada Lindqvist",
      "EMP1007",
      "14",
      "1.5",
      "10.5",
      "75.0%",
      "Needs Attention",
    ]);
    expect(await cells("Ben Holt")).toEqual(["Ben Holt", "EMP1002", "13", "1.5", "13", "100.0%", "Good"]);
    expect(await cells("Noor Haddad")).toEqual([
      "Noor Haddad",
      "EMP1010",
      "0",
      "1.5",
      "0",
      "–no working days",
      "Good",
    ]);
    expect(["Total Employees", "Good Attendance", "Needs Attention"].map(figure)).toEqual(["3", "2", "1"]);
    expect(screen.getByText("3 employees")).toBeVisible();
    expect(asked).toEqual(["2026-11"]);
  });

  it("says when it was answered, by the organisation's clock", async () => {
    serve();
    server.use(
      sessionAnswers(aSession({ user: aSessionUser({ role: "HR" }), timezone: "Pacific/Auckland" })),
    );
    hr();
    const updated = await screen.findByText(/^Last updated:/);
    expect(updated.textContent?.replaceAll("\u202f", " ")).toBe("Last updated: Nov 21, 2026, 12:45 PM");
  });

  it("goes to another month and back, in the address, and offers none that is to come", async () => {
    const asked = serve();
    const { user, router } = hr("/hr/reports?search=ada");
    await cells("Ada Lindqvist");
    const month = screen.getByRole("combobox", { name: "Month" });
    const year = screen.getByRole("combobox", { name: "Year" });
    expect(within(year).getAllByRole("option")).toHaveLength(5);
    expect(within(month).getAllByRole("option").at(-1)).toHaveTextContent("November");
    await user.selectOptions(year, "2025");
    await cells("Ada Lindqvist");
    expect(router.state.location.search).toBe("?search=ada&month=2025-11");
    expect(within(month).getAllByRole("option")).toHaveLength(12);
    await user.selectOptions(month, "December");
    await cells("Ada Lindqvist");
    expect(screen.getByText("December 2025")).toBeVisible();
    // This December is still to come: the newest month there is takes its place.
    await user.selectOptions(year, "2026");
    await cells("Ada Lindqvist");
    expect(month).toHaveDisplayValue("November");
    await user.selectOptions(month, "January");
    await cells("Ada Lindqvist");
    expect(router.state.location.search).toBe("?search=ada&month=2026-01");
    await user.click(screen.getByRole("button", { name: "Current Month" }));
    expect(router.state.location.search).toBe("?search=ada");
    expect(month).toHaveDisplayValue("November");
    expect(asked.slice(0, 4)).toEqual(["2026-11", "2025-11", "2025-12", "2026-1"]);
    await act(() => router.navigate(-1));
    expect(month).toHaveDisplayValue("January");
  });

  it("shows fifty people at a time, and counts all", async () => {
    serve(many(120));
    const { user, router } = hr();
    await screen.findByText("Ada Berg0");
    expect(people()).toHaveLength(50);
    expect(figure("Total Employees")).toBe("120");
    await user.click(screen.getByRole("button", { name: "Page 3" }));
    expect(screen.getByText("Showing 101 to 120 of 120 results")).toBeVisible();
    expect(people()).toHaveLength(20);
    expect(router.state.location.search).toBe("?page=3");
    await user.click(screen.getByRole("button", { name: "Rate" }));
    expect(router.state.location.search).toBe("?order=lowest");
    expect(people().slice(0, 3)).toEqual(["Ada Berg0", "Ada Berg50", "Ada Berg100"]);
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "EMP2119{Enter}");
    await waitFor(() => expect(people()).toEqual(["Ada Berg119"]));
    expect(figure("Total Employees")).toBe("120");
    await user.clear(screen.getByRole("searchbox", { name: "Search employees" }));
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "zz{Enter}");
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show All Employees" }));
    await waitFor(() => expect(people()).toHaveLength(50));
  });

  it("puts everybody on paper, however few are on the page", async () => {
    serve(many(120));
    hr("/hr/reports?page=2");
    await screen.findByText("Ada Berg50");
    window.dispatchEvent(new Event("beforeprint"));
    expect(people()).toHaveLength(120);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(people()).toHaveLength(50);
  });

  it("leads from a page that does not exist to the last one", async () => {
    serve(many(60));
    const { router } = hr("/hr/reports?page=9");
    await screen.findByText("Ada Berg59");
    await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  });

  it("waits in words, and says when it fails", async () => {
    const answer = failsLater("/api/users/attendance-summary");
    hr();
    expect(await screen.findByText("Loading attendance summary...")).toBeVisible();
    expect(screen.getByRole("button", { name: "Download PDF" })).toBeDisabled();
    answer();
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Failed to fetch attendance summary. Please try again.");
    expect(within(panel).getByRole("button", { name: "Try Again" })).toBeEnabled();
    expect(screen.queryByText("No Data Available")).toBeNull();
  });

  it("keeps the table when it cannot be fetched again, and tries without loading the page anew", async () => {
    serve();
    const { user } = hr();
    await screen.findByRole("table");
    server.use(fails("/api/users/attendance-summary"));
    await user.click(screen.getByRole("button", { name: "Current Month" }));
    const again = await screen.findByRole("button", { name: "Try Again" });
    expect(screen.getByRole("table")).toBeVisible();
    serve();
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull());
    expect(screen.getByRole("table")).toBeVisible();
  });

  it("says that there is nothing to show, and leads to the present month", async () => {
    const asked = serve([]);
    const { user, router } = hr("/hr/reports?month=2024-02");
    expect(await screen.findByText("No Data Available")).toBeVisible();
    expect(screen.getByRole("button", { name: "Download PDF" })).toBeDisabled();
    serve();
    await user.click(screen.getByRole("button", { name: "View Current Month" }));
    await cells("Ada Lindqvist");
    expect(router.state.location.search).toBe("");
    expect(asked).toEqual(["2024-2"]);
  });

  it("counts again when days, holidays or people change", async () => {
    // Who hears what everybody is told fetches within four seconds; this one does at once.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const asked = serve();
    hr();
    await cells("Ada Lindqvist");
    await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    act(() => FakeSocket.latest.accept());
    for (const [index, topic] of ["timesheets", "holidays", "users"].entries()) {
      act(() => FakeSocket.latest.say({ type: "CHANGED", topic }));
      await waitFor(() => expect(asked).toHaveLength(index + 2));
    }
  });
});

describe("the PDF", () => {
  const pdf = "/api/users/attendance-summary/pdf";

  it("is saved under the name of the month shown, and says that it is being made", async () => {
    serve();
    const saved: string[] = [];
    // jsdom has neither; the browser test saves a real file.
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { held, answer } = aHold();
    const asked: string[] = [];
    server.use(
      http.get(pdf, async ({ query, response }) => {
        asked.push(`${query.get("year")}-${query.get("month")}`);
        await held;
        return response.untyped(new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } }));
      }),
    );
    const { user } = hr("/hr/reports?month=2026-06");
    await cells("Ada Lindqvist");
    await user.click(screen.getByRole("button", { name: "Download PDF" }));
    expect(await screen.findByRole("button", { name: "Preparing PDF..." })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    answer();
    expect(await screen.findByText("Attendance report downloaded")).toBeVisible();
    expect(asked).toEqual(["2026-6"]);
    expect(saved).toEqual(["Attendance_Report_6_2026.pdf"]);
    expect(await screen.findByRole("button", { name: "Download PDF" })).toBeEnabled();
    click.mockRestore();
  });

  it("fails in words", async () => {
    serve();
    server.use(fails(pdf));
    const { user } = hr();
    await cells("Ada Lindqvist");
    await user.click(await screen.findByRole("button", { name: "Download PDF" }));
    expect(
      await screen.findByText("Failed to download the attendance report. Please try again."),
    ).toBeVisible();
  });
});
