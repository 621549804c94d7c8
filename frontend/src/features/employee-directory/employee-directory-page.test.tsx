import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/fixtures";
import { nobody } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { fails, failsLater, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const COUNT = 120;

function serve() {
  const asked = { pages: [] as string[], counts: [] as string[][] };
  server.use(
    http.get("/api/users", ({ query, response }) => {
      const search = query.get("search");
      const page = Number(query.get("page"));
      const limit = Number(query.get("limit"));
      asked.pages.push(`${query.get("role")} ${page} ${limit} ${search ?? "-"}`);
      const total = search === null ? COUNT : 1;
      const first = (page - 1) * limit;
      const users = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, index) => {
        const number = first + index;
        return aUser({
          _id: `u${number}`,
          employeeId: `EMP${1001 + number}`,
          firstName: "Ada",
          lastName: `Berg${number}`,
          email: `ada${number}@daybook.example`,
          department: number === 1 ? null : "Engineering",
          isActive: number !== 2,
          isBlocked: number === 3,
        });
      });
      const pagination = { current: page, pages: Math.ceil(total / limit), total };
      return response(200).json({ success: true, data: { users, pagination } });
    }),
    http.get("/api/timesheets/approval-stats", ({ query, response }) => {
      const ids = (query.get("userIds") ?? "").split(",");
      asked.counts.push(ids);
      const stats = ids
        .filter((userId) => userId !== "u4")
        .map((userId) =>
          userId === "u1"
            ? { userId, pending: 0, approved: 0, rejected: 0, total: 0 }
            : { userId, pending: 2, approved: 1_024, rejected: 0, total: 1_026 },
        );
      return response(200).json({ success: true, data: { stats } });
    }),
  );
  return asked;
}

const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest("tr");
  if (!found) throw new Error(`${name} stands in no row`);
  return within(found);
};

describe("the employee directory with approval counts", () => {
  it.each([
    ["HR", "/hr/user-timesheets"],
    ["Admin", "/admin/user-timesheets"],
  ] as const)("shows %s the page's people, and asks for their counts only", async (role, url) => {
    const asked = serve();
    renderApp({ url, as: { role } });
    const first = await row("Ada Berg0");
    expect(screen.getByRole("heading", { level: 1, name: "Employee Directory" })).toBeVisible();
    expect(screen.getByText("Manage and view all employee timesheets")).toBeVisible();
    expect(screen.getByText("Total Employees").nextSibling).toHaveTextContent("120");
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Employee",
      "Email",
      "Department",
      "Timesheet Status",
      "Action",
    ]);
    expect(await first.findByText("2 Pending")).toBeVisible();
    expect(first.getByText("1,024 Approved")).toBeVisible();
    expect(first.getByText("0 Rejected")).toBeVisible();
    expect(first.getByText("EMP1001")).toBeVisible();
    expect(first.getByText("AB")).toBeVisible();
    expect(first.getByRole("link", { name: "View timesheets of Ada Berg0" })).toHaveAttribute(
      "href",
      "/user-timesheets/u0",
    );
    const second = await row("Ada Berg1");
    expect(second.getByText("N/A")).toBeVisible();
    expect(second.getByText("No Timesheets")).toBeVisible();
    expect((await row("Ada Berg2")).getByText("EMP1003 · Inactive")).toBeVisible();
    expect((await row("Ada Berg3")).getByText("EMP1004 · Blocked")).toBeVisible();
    // A person without figures from the server has no timesheets.
    expect((await row("Ada Berg4")).getByText("No Timesheets")).toBeVisible();
    expect(asked.pages).toEqual(["Employee 1 50 -"]);
    expect(asked.counts).toEqual([Array.from({ length: 50 }, (_, index) => `u${index}`)]);
  });

  it("shows a Boss the people of the directory, to be viewed", async () => {
    serve();
    const asked: string[] = [];
    server.use(
      http.get("/api/users", ({ request }) => {
        asked.push(new URL(request.url).search);
      }),
    );
    const { user } = renderApp({ url: "/boss/user-timesheets", as: { role: "Boss" } });
    const first = await row("Ada Berg0");
    expect(screen.getByText("View all employee timesheets")).toBeVisible();
    expect(screen.queryByText("Manage and view all employee timesheets")).toBeNull();
    expect(await first.findByText("2 Pending")).toBeVisible();
    expect(first.getByRole("link", { name: "View timesheets of Ada Berg0" })).toHaveAttribute(
      "href",
      "/user-timesheets/u0",
    );
    expect(asked).toEqual(["?role=Employee&page=1&limit=50&viewAll=true"]);
    server.use(...nobody());
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "zz{Enter}");
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(await screen.findByText("Ada Berg0")).toBeVisible();
  });

  it("tells a Boss that there is nobody, and nothing of adding people", async () => {
    server.use(...nobody());
    renderApp({ url: "/boss/user-timesheets", as: { role: "Boss" } });
    expect(await screen.findByText("No employees found")).toBeVisible();
    expect(screen.queryByText("Start by adding employees to the system")).toBeNull();
  });

  it("turns pages of fifty and searches on the server, all in the address", async () => {
    const asked = serve();
    const { user, router } = renderApp({ url: "/hr/user-timesheets", as: { role: "HR" } });
    await row("Ada Berg0");
    await user.click(screen.getByRole("button", { name: "Page 3" }));
    await row("Ada Berg100");
    expect(screen.getByText("Showing 101 to 120 of 120 results")).toBeVisible();
    expect(router.state.location.search).toBe("?page=3");
    await waitFor(() => expect(asked.counts.at(-1)).toHaveLength(20));
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "ada{Enter}");
    expect(await screen.findByText("Showing 1 to 1 of 1 results")).toBeVisible();
    expect(router.state.location.search).toBe("?search=ada");
    expect(asked.pages).toContain("Employee 1 50 ada");
    // The total stays that of everybody.
    expect(screen.getByText("Total Employees").nextSibling).toHaveTextContent("120");
    expect(asked.counts.at(-1)).toEqual(["u0"]);
  });

  it("says that nobody is there, and that nobody was found", async () => {
    server.use(...nobody());
    const { user, router } = renderApp({ url: "/hr/user-timesheets", as: { role: "HR" } });
    expect(await screen.findByText("No employees found")).toBeVisible();
    expect(screen.getByText("Start by adding employees to the system")).toBeVisible();
    await act(() => router.navigate("/hr/user-timesheets?search=zz"));
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    expect(screen.queryByText("Start by adding employees to the system")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show All Employees" }));
    expect(await screen.findByText("Start by adding employees to the system")).toBeVisible();
    expect(router.state.location.search).toBe("");
  });

  it("waits in words, and shows why it failed", async () => {
    const answer = failsLater("/api/users");
    const { user } = renderApp({ url: "/admin/user-timesheets", as: { role: "Admin" } });
    await screen.findByRole("heading", { name: "Employee Directory" });
    expect(await screen.findByText("Loading...")).toBeVisible();
    answer();
    // It goes while it is tried again.
    const panel = async () => within(await screen.findByRole("region", { name: "Error Loading Data" }));
    expect((await panel()).getByRole("alert")).toHaveTextContent("Failed to fetch employees");
    serve();
    await user.click((await panel()).getByRole("button", { name: "Try Again" }));
    await row("Ada Berg0");
    expect(screen.queryByRole("region", { name: "Error Loading Data" })).toBeNull();
  });

  it("keeps the people where their counts fail", async () => {
    serve();
    server.use(fails("/api/timesheets/approval-stats"));
    const { user } = renderApp({ url: "/hr/user-timesheets", as: { role: "HR" } });
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Failed to fetch all timesheets");
    expect((await row("Ada Berg0")).getByText("Not known")).toBeVisible();
    serve();
    await user.click(within(panel).getByRole("button", { name: "Try Again" }));
    expect(await (await row("Ada Berg0")).findByText("2 Pending")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("counts again when timesheets change", async () => {
    const asked = serve();
    renderApp({ url: "/hr/user-timesheets", as: { role: "HR" } });
    await (await row("Ada Berg0")).findByText("2 Pending");
    await hears("timesheets");
    await waitFor(() => expect(asked.counts).toHaveLength(2));
    expect(asked.pages).toHaveLength(1);
  });
});
