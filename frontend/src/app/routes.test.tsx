import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../session/store";
import { aPortal, aSession, aSessionUser } from "../testing/fixtures";
import { emptyEmployee, emptyManager, nobody, noHolidays, sessionAnswers } from "../testing/handlers";
import { renderApp, TOKEN } from "../testing/render";
import { aHold, fails, http, server } from "../testing/server";

const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

describe("the guard", () => {
  it("denies a visitor, and shows the way to the sign-in", async () => {
    const { user, router } = renderApp({ url: "/employee/leave" });
    expect(await heading("Access Denied")).toBeVisible();
    expect(screen.getByText("Please Login to access this page.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Go Back" }));
    expect(await heading("Sign In")).toBeVisible();
    expect(router.state.location.pathname).toBe("/login");
  });

  it("says Loading... until the server has said who it is", async () => {
    const { held, answer } = aHold();
    server.use(
      http.get("/api/session", async ({ response }) => {
        await held;
        return response(200).json({ success: true, data: aSession() });
      }),
    );
    renderApp({ url: "/employee/leave", as: {} });
    // The router says it first, and then the guard: the one may go between being found and being looked at.
    await waitFor(() => expect(screen.getByText("Loading...")).toBeVisible());
    expect(screen.queryByRole("heading", { name: "Leave" })).toBeNull();
    answer();
    expect(await heading("Leave")).toBeVisible();
  });

  it.each([
    ["/hr/payroll", "Employee", ["HR"]],
    ["/admin/audit-logs", "HR", ["Admin"]],
    ["/manager/reports", "Admin", ["Manager"]],
    ["/employee/leave", "Manager", ["Employee"]],
    ["/user-timesheets/7", "Manager", ["HR", "Admin", "Boss"]],
  ] as const)("keeps %s from a role outside its list and names the list", async (url, role, allowed) => {
    renderApp({ url, as: { role } });
    const missing = await heading("Permission Missing");
    const main = within(screen.getByRole("main"));
    expect(main.getByText("You do not have permission to see this page.")).toBeVisible();
    expect(main.getAllByRole("listitem").map((item) => item.textContent)).toEqual(allowed);
    expect(missing).toBeVisible();
  });

  it("goes by the role that the server names, not by the stored one", async () => {
    server.use(sessionAnswers(aSession({ user: aSessionUser({ role: "HR" }) })));
    renderApp({ url: "/hr/payroll", as: { role: "Employee" } });
    expect(await heading("Payroll Processing")).toBeVisible();
    await waitFor(() => expect(sessionStore.get()).toMatchObject({ user: { role: "HR" } }));
  });

  it.each(["hr", "Hr", "HR"])("compares roles without regard to case (%s)", async (spelt) => {
    const user = aSessionUser();
    Object.assign(user, { role: spelt });
    server.use(sessionAnswers(aSession({ user })));
    renderApp({ url: "/hr/payroll", as: user });
    expect(await heading("Payroll Processing")).toBeVisible();
  });

  it("gives a role that it does not know the menus of an employee", async () => {
    const user = aSessionUser();
    Object.assign(user, { role: "Auditor" });
    server.use(sessionAnswers(aSession({ user })));
    renderApp({ url: "/employee/leave", as: user });
    expect(await heading("Permission Missing")).toBeVisible();
    const menu = screen.getByRole("navigation", { name: "Auditor menu" });
    expect(within(menu).getByRole("link", { name: "Timesheet" })).toHaveAttribute(
      "href",
      "/employee/timesheet",
    );
  });

  it("offers to try again when the server cannot be reached", async () => {
    let away = true;
    server.use(
      http.get("/api/session", ({ response }) =>
        away
          ? response(503).json({ success: false, code: "UNAVAILABLE", message: "Away.", requestId: "r" })
          : response(200).json({ success: true, data: aSession() }),
      ),
    );
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    const retry = await screen.findByRole("button", { name: "Try Again" });
    away = false;
    await user.click(retry);
    expect(await heading("Leave")).toBeVisible();
    expect(sessionStore.get().status).toBe("signed-in");
  });
});

describe("the addresses", () => {
  it.each([
    ["/dashboard", "/employee"],
    ["/employee-dashboard", "/employee"],
    ["/manager-dashboard", "/manager"],
    ["/hr-dashboard", "/hr"],
    ["/admin-dashboard", "/admin"],
    ["/boss-dashboard", "/boss"],
    ["/no/such/page", "/"],
    ["/hr/no-such-page", "/"],
  ])("%s leads to %s", async (from, to) => {
    const { router } = renderApp({ url: from });
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  });

  it.each([
    ["/register", "Registration"],
    ["/auth/forgot-password", "Forgot Password?"],
    ["/auth/reset-password/abc", "Reset Password"],
  ])("%s is open to everybody", async (url, title) => {
    renderApp({ url });
    expect(await heading(title)).toBeVisible();
    await waitFor(() => expect(document.title).toBe(`${title} – Daybook`));
  });

  it.each(["HR", "Admin"] as const)("/register is open to %s too", async (role) => {
    renderApp({ url: "/register", as: { role } });
    expect(await heading("Registration")).toBeVisible();
  });

  it.each(["Employee", "Manager"] as const)(
    "/register sends a signed-in %s to the start page",
    async (role) => {
      const { router } = renderApp({ url: "/register", as: { role } });
      await waitFor(() => expect(router.state.location.pathname).toBe("/"));
      expect(await screen.findByRole("link", { name: "Go to Dashboard" })).toBeVisible();
    },
  );

  it.each([
    [
      "HR",
      {
        "/hr": "HR Dashboard",
        "/hr/employees": "Employee Directory",
        "/hr/user-timesheets": "Employee Directory",
        "/hr/approvals": "Timesheet Approvals",
        "/hr/payroll": "Payroll Processing",
        "/hr/direct-unlock": "Timesheet Unlock",
        "/hr/add-user": "Add New Employee",
        "/hr/import": "Import and Export",
        "/hr/holidays": "Holiday Management",
        "/hr/leave": "Leave Calendar",
        "/hr/reports": "Attendance Summary Report",
        "/hr/settings": "HR Settings",
      },
    ],
    [
      "Admin",
      {
        "/admin": "Admin Dashboard",
        "/admin/users": "User Management - All Roles",
        "/admin/user-timesheets": "Employee Directory",
        "/admin/approvals": "Timesheet Approvals",
        "/admin/payroll": "Payroll Processing",
        "/admin/direct-unlock": "Timesheet Unlock",
        "/admin/add-user": "Add New Employee",
        "/admin/import": "Import and Export",
        "/admin/holidays": "Holiday Management",
        "/admin/leave": "Leave Calendar",
        "/admin/system-reports": "System Reports",
        "/admin/audit-logs": "Audit Logs",
        "/admin/settings": "System Settings",
        "/user-timesheets/7": "User Timesheets",
      },
    ],
    [
      "Boss",
      {
        "/boss": "Boss Dashboard",
        "/boss/reports": "Attendance Summary Report",
        "/boss/user-timesheets": "Employee Directory",
        "/user-timesheets/7": "User Timesheets",
      },
    ],
    [
      "Manager",
      {
        "/manager/leave-approvals": "Leave Approvals",
        "/manager/direct-unlock": "Timesheet Unlock",
        "/manager/reports": "Team Reports",
      },
    ],
    [
      "Employee",
      {
        "/employee/leave": "Leave",
        "/directory": "Team Directory",
      },
    ],
  ] as const)("shows a %s the pages of the role", async (role, pages) => {
    server.use(...nobody(), ...noHolidays());
    const { router } = renderApp({ url: "/", as: { role } });
    for (const [url, title] of Object.entries(pages)) {
      await act(() => router.navigate(url));
      expect(await heading(title)).toBeVisible();
      await waitFor(() => expect(document.title).toBe(`${title} – Daybook`));
    }
  });
});

describe("the name of the portal", () => {
  it("is the organisation's, in the header and in the tab, and outlives a session", async () => {
    let asked = 0;
    server.use(
      http.get("/api/portal", ({ response }) => {
        asked += 1;
        return response(200).json({
          success: true,
          data: aPortal({ organisation: "Harbour Works" }),
        });
      }),
      http.post("/api/auth/logout", ({ response }) => response(200).json({ success: true, data: {} })),
    );
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    expect(await screen.findByRole("link", { name: "Harbour Works" })).toHaveAttribute("href", "/");
    await waitFor(() => expect(document.title).toBe("Leave – Harbour Works"));
    await user.click(await screen.findByRole("button", { name: /User menu/ }));
    await user.click(screen.getByRole("menuitem", { name: "Logout" }));
    await screen.findByRole("link", { name: "Login to System" });
    expect(screen.getByRole("link", { name: "Harbour Works" })).toBeVisible();
    expect(asked).toBe(1);
  });

  it("is Daybook where the server does not say", async () => {
    server.use(fails("/api/portal"));
    renderApp({ url: "/auth/forgot-password" });
    await heading("Forgot Password?");
    expect(await screen.findByRole("link", { name: "Daybook" })).toBeVisible();
    expect(document.title).toBe("Forgot Password? – Daybook");
  });
});

describe("the frame", () => {
  it.each([
    ["Employee", 6],
    ["Manager", 8],
    ["HR", 13],
    ["Admin", 14],
    ["Boss", 5],
  ] as const)(
    "links a %s to every screen of the area that has something for them, and to the directory",
    async (role, count) => {
      server.use(...nobody());
      const { router } = renderApp({ url: "/directory", as: { role } });
      await heading("Team Directory");
      const menu = screen.getByRole("navigation", { name: `${role} menu` });
      const links = within(menu).getAllByRole("link");
      expect(links).toHaveLength(count);
      expect(within(menu).getByRole("link", { name: "Team Directory" })).toHaveAttribute(
        "aria-current",
        "page",
      );
      for (const link of links) {
        const address = link.getAttribute("href") ?? "";
        expect(address === "/directory" || address.startsWith(`/${role.toLowerCase()}`)).toBe(true);
      }
      expect(router.state.location.pathname).toBe("/directory");
    },
  );

  it("says how many notifications wait, to eye and ear, and who is there", async () => {
    server.use(sessionAnswers(aSession({ badges: { notifications: 3, leave: 0 } })));
    renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    const menu = screen.getByRole("navigation", { name: "Employee menu" });
    expect(within(menu).getByRole("link", { name: "Notifications, 3 to read" })).toHaveTextContent("3");
    expect(screen.getByText("Logged In")).toBeVisible();
  });

  it("moves the focus to the heading and names the tab after a navigation", async () => {
    server.use(...nobody());
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await user.click(
      within(screen.getByRole("navigation", { name: "Employee menu" })).getByRole("link", {
        name: "Team Directory",
      }),
    );
    await waitFor(async () => expect(await heading("Team Directory")).toHaveFocus());
    expect(document.title).toBe("Team Directory – Daybook");
  });

  it("opens the menus as a drawer, and closes it on the way to a page", async () => {
    server.use(...nobody());
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await user.click(screen.getByRole("button", { name: "Menu" }));
    const drawer = screen.getByRole("dialog", { name: "Employee menu" });
    await user.click(within(drawer).getByRole("link", { name: "Team Directory" }));
    await waitFor(async () => expect(await heading("Team Directory")).toHaveFocus());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("opens and closes the user menu from the keyboard", async () => {
    const { user } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    const button = await screen.findByRole("button", { name: /User menu of\s*Ada Lindqvist/ });
    button.focus();
    await user.keyboard("{Enter}");
    expect(button).toHaveAttribute("aria-expanded", "true");
    const entries = within(screen.getByRole("menu", { name: /User menu/ })).getAllByRole("menuitem");
    await waitFor(() => expect(entries[0]).toHaveFocus());
    expect(entries.map((entry) => entry.getAttribute("href"))).toEqual([
      "/",
      "/employee",
      "/employee/profile",
      null,
    ]);
    await user.keyboard("{Escape}");
    expect(button).toHaveAttribute("aria-expanded", "false");
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("signs out: the server is told, the browser forgets, the start page opens", async () => {
    const told: (string | null)[] = [];
    server.use(
      http.post("/api/auth/logout", ({ request, response }) => {
        told.push(request.headers.get("Authorization"));
        return response(200).json({ success: true, data: {} });
      }),
    );
    const { user, router } = renderApp({ url: "/employee/leave", as: {} });
    await heading("Leave");
    await user.click(await screen.findByRole("button", { name: /User menu/ }));
    await user.click(screen.getByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(sessionStore.get()).toEqual({ status: "anonymous", ended: null }));
    expect(router.state.location.pathname).toBe("/");
    await waitFor(() => expect(told).toEqual([`Bearer ${TOKEN}`]));
    expect(await screen.findByRole("link", { name: "Login to System" })).toBeVisible();
  });

  it("leads a signed-in person from the start page to the role's home", async () => {
    server.use(...emptyManager(), ...emptyEmployee());
    renderApp({ url: "/", as: { role: "Manager" } });
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("link", { name: "Login to System" })).toBeNull();
    expect(screen.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/manager");
  });
});
