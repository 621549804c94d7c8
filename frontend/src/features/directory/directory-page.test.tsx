import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import { roleNamed } from "../../domain/roles";
import { nobody } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

type DirectoryUser = components["schemas"]["DirectoryUser"];
const ROLES = ["Employee", "Manager", "HR", "Admin", "Boss"] as const;
const TOTALS = {
  total: 10_004,
  management: 4,
  teamMembers: 10_000,
  hr: 3,
  administrators: 1,
  activeToday: 9_411,
};

const person = (changes: Partial<DirectoryUser>): DirectoryUser => ({
  _id: changes.employeeId ?? "p",
  employeeId: "EMP1001",
  firstName: "Ada",
  lastName: "Berg",
  email: "ada.berg@daybook.example",
  role: "Employee",
  department: "Engineering",
  position: "Surveyor",
  isActive: true,
  ...changes,
});

/** Answers as a server of 10,000 people would, with a Boss or without, and writes down what it was asked. */
function serve(boss = 0) {
  const asked: string[] = [];
  server.use(
    http.get("/api/users", ({ query, response }) => {
      const role = query.get("role") ?? "";
      const search = query.get("search");
      const page = Number(query.get("page"));
      const limit = Number(query.get("limit"));
      asked.push(`${role} ${page} ${search ?? "-"} ${query.get("viewAll")}`);
      const sizes: Readonly<Record<string, number>> = { HR: 3, Admin: 1, Boss: boss };
      const all = sizes[role] ?? 10_000;
      const total = search === null ? all : role.includes("Employee") ? 2 : 0;
      const count = Math.max(0, Math.min(limit, total - (page - 1) * limit));
      const first = (page - 1) * limit;
      const users = Array.from({ length: count }, (_, index) =>
        person({
          employeeId: `EMP${role.length}${first + index}`,
          lastName: `${role.slice(0, 2)}${first + index}`,
          role: roleNamed(role) ?? (index % 2 === 0 ? "Manager" : "Employee"),
          email: `${role.slice(0, 2)}${first + index}@daybook.example`.toLowerCase(),
        }),
      );
      const pagination = { current: page, pages: Math.ceil(total / limit), total };
      const totals = { ...TOTALS, ...(boss > 0 && { boss }) };
      return response(200).json({ success: true, data: { users, pagination, totals } });
    }),
  );
  return asked;
}

const column = (name: string) => screen.findByRole("region", { name });
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt" }).closest("div")?.querySelector("dd")?.textContent;

describe("the team directory", () => {
  it.each(ROLES)("shows a %s everybody, in columns with their counts", async (role) => {
    const asked = serve();
    renderApp({ url: "/directory", as: { role } });
    const team = within(await column("Team Members"));
    expect(team.getByText("10,000 people")).toBeVisible();
    expect(team.getAllByRole("listitem")).toHaveLength(20);
    expect(team.getAllByRole("listitem")[0]).toHaveTextContent(/Ada Em0.*Manager · Surveyor · Engineering/);
    const hr = within(await column("HR Team"));
    expect(hr.getByText("3 people")).toBeVisible();
    expect(hr.getByRole("link", { name: "hr0@daybook.example" })).toHaveAttribute(
      "href",
      "mailto:hr0@daybook.example",
    );
    expect(within(await column("Administrators")).getByText("1 person")).toBeVisible();
    expect(["Total Team", "Management", "Active Today"].map(figure)).toEqual(["10,004", "4", "9,411"]);
    // A page each, whatever the size of the organisation.
    expect(asked).toEqual(["HR 1 - true", "Admin 1 - true", "Boss 1 - true", "Employee,Manager 1 - true"]);
  });

  it("has a section for the Boss only while there is one", async () => {
    serve();
    const { unmount } = renderApp({ url: "/directory", as: {} });
    await column("Team Members");
    expect(screen.queryByRole("region", { name: "Boss" })).toBeNull();
    unmount();
    serve(1);
    const { user } = renderApp({ url: "/directory", as: {} });
    const boss = within(await column("Boss"));
    expect(boss.getByText("1 person")).toBeVisible();
    expect(boss.getByRole("link", { name: "bo0@daybook.example" })).toBeVisible();
    // A search that nobody there fits leaves the section where it is.
    await user.type(screen.getByRole("searchbox"), "em{Enter}");
    expect(await boss.findByText("No boss found")).toBeVisible();
  });

  it("turns the pages of one column, in the address, goes back, and follows the people", async () => {
    const asked = serve();
    const { user, router } = renderApp({ url: "/directory", as: {} });
    const team = within(await column("Team Members"));
    expect(team.getByText("Showing 1 to 20 of 10000 results")).toBeVisible();
    await user.click(team.getByRole("button", { name: "Next" }));
    expect(await team.findByText("Showing 21 to 40 of 10000 results")).toBeVisible();
    expect(await team.findByText("Ada Em20")).toBeVisible();
    expect(router.state.location.search).toBe("?team=2");
    expect(asked.slice(4)).toEqual(["Employee,Manager 2 - true"]);
    await act(() => router.navigate(-1));
    expect(await team.findByText("Ada Em0")).toBeVisible();
    expect(router.state.location.search).toBe("");
    const before = asked.length;
    await hears("users");
    await waitFor(() => expect(asked).toHaveLength(before + 4));
  });

  it("searches on the server, from the first page on, and says what was found", async () => {
    const asked = serve();
    const { user, router } = renderApp({ url: "/directory?team=3", as: {} });
    expect(await screen.findByText("Ada Em40")).toBeVisible();
    await user.keyboard("{Control>}/{/Control}");
    expect(screen.getByRole("searchbox", { name: "Search people" })).toHaveFocus();
    await user.keyboard("em{Enter}");
    expect(await screen.findByText("2 people match “em”")).toBeVisible();
    expect(router.state.location.search).toBe("?search=em");
    expect(asked.slice(-4)).toEqual([
      "HR 1 em true",
      "Admin 1 em true",
      "Boss 1 em true",
      "Employee,Manager 1 em true",
    ]);
    expect(screen.getByText("No HR staff found")).toBeVisible();
    expect(screen.getByText("No administrators found")).toBeVisible();
    // The tiles are about the organisation, not about the search.
    expect(figure("Total Team")).toBe("10,004");
  });

  it("opens where its address says, and leads from a page past the end to the last", async () => {
    serve();
    const { router } = renderApp({ url: "/directory?search=em&team=7&hr=x", as: {} });
    await waitFor(() => expect(router.state.location.search).toBe("?search=em&hr=x"));
    expect(await screen.findByText("Ada Em0")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("em");
  });

  it("says that nobody is there", async () => {
    server.use(...nobody());
    renderApp({ url: "/directory", as: {} });
    expect(await screen.findByText("No HR staff found")).toBeVisible();
    expect(screen.getByText("No administrators found")).toBeVisible();
    expect(screen.getByText("No employees found")).toBeVisible();
  });

  it("waits in words, fails in words whatever the server says, and tries again", async () => {
    const { held, answer } = aHold();
    server.use(
      http.get("/api/users", async ({ response }) => {
        await held;
        return response(500).json({ success: false, code: "INTERNAL_ERROR", message: "Oh.", requestId: "r" });
      }),
    );
    const { user } = renderApp({ url: "/directory", as: {} });
    expect(await screen.findByText("Loading users...")).toBeVisible();
    answer();
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Failed to load users. Please try again.");
    expect(screen.queryByRole("region", { name: "HR Team" })).toBeNull();
    serve();
    await user.click(within(panel).getByRole("button", { name: "Retry" }));
    expect(await column("HR Team")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keeps two columns where only the third fails", async () => {
    serve();
    server.use(
      http.get("/api/users", ({ query, response }) =>
        query.get("role") === "Admin" ? response.untyped(new Response("", { status: 502 })) : undefined,
      ),
    );
    renderApp({ url: "/directory", as: {} });
    const failed = within(await column("Administrators"));
    expect(failed.getByRole("alert")).toHaveTextContent("Failed to load users. Please try again.");
    expect(within(await column("HR Team")).getAllByRole("listitem")).toHaveLength(3);
  });

  it("tells a visitor to sign in", async () => {
    renderApp({ url: "/directory" });
    expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeVisible();
    expect(screen.getByText("Please Login to access this page.")).toBeVisible();
    expect(screen.getByText("Please login to view users.")).toBeVisible();
  });

  it("writes to the address alone, and shows a name as it is", async () => {
    server.use(
      http.get("/api/users", ({ query, response }) => {
        const users =
          query.get("role") === "HR"
            ? [person({ firstName: "<b>Ada</b>", lastName: "ברג", email: "a?bcc=x@daybook.example" })]
            : [];
        return response(200).json({
          success: true,
          data: { users, pagination: { current: 1, pages: 1, total: users.length }, totals: TOTALS },
        });
      }),
    );
    renderApp({ url: "/directory", as: {} });
    expect(await screen.findByText("<b>Ada</b> ברג")).toBeVisible();
    expect(screen.getByRole("link", { name: "a?bcc=x@daybook.example" })).toHaveAttribute(
      "href",
      "mailto:a%3Fbcc%3Dx@daybook.example",
    );
  });
});
