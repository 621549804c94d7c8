import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Schemas } from "../../domain/types";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { renderApp } from "../../testing/render";
import { AGES, aCheck, aJob, aManagerRow } from "../../testing/reports";
import { fails, gives, http, server } from "../../testing/server";

const USERS: Schemas["SystemUsers"] = {
  roles: [
    {
      role: "Employee",
      accounts: 12,
      active: 9,
      blocked: 1,
      inactive: 2,
      neverSignedIn: 3,
      notLately: 4,
    },
    { role: "Admin", accounts: 2, active: 2, blocked: 0, inactive: 0, neverSignedIn: 0, notLately: 1 },
  ],
  temporaryPasswords: 1,
};

const admin = (tab?: string) =>
  renderApp({ url: `/admin/system-reports${tab ? `?tab=${tab}` : ""}`, as: { role: "Admin" } });
const linesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => cell.textContent?.replaceAll("\u202f", " ")),
    );
const barsOf = (name: string) => [...screen.getByRole("img", { name }).querySelectorAll("rect[y]")];

describe("the report on users", () => {
  it("counts accounts by role and state, and who does not sign in", async () => {
    server.use(gives("/api/reports/system/users", USERS));
    admin();
    expect(await screen.findByRole("heading", { level: 1, name: "System Reports" })).toBeVisible();
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Users",
      "Activity",
      "Approvals",
      "Jobs and mail",
      "Data health",
    ]);
    expect(linesOf(await screen.findByRole("table", { name: "Accounts" }))).toEqual([
      ["Role", "Accounts", "Active", "Blocked", "Inactive", "Never Signed In", "No Sign-in for 30 Days"],
      ["Employee", "12", "9", "1", "2", "3", "4"],
      ["Admin", "2", "2", "0", "0", "0", "1"],
    ]);
    await screen.findByRole("img", { name: "Accounts by role" });
    expect(barsOf("Accounts by role")).toHaveLength(6);
    expect(screen.getByText("1 account still has a temporary password.")).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});

it.each([
  [0, "No account has a temporary password."],
  [1, "1 account still has a temporary password."],
  [1_200, "1,200 accounts still have a temporary password."],
])("says of %i temporary passwords: %s", async (temporaryPasswords, sentence) => {
  server.use(gives("/api/reports/system/users", { ...USERS, temporaryPasswords }));
  admin();
  expect(await screen.findByText(sentence)).toBeVisible();
});

describe("the report on activity", () => {
  it("counts sign-ins, entries and decisions, day by day", async () => {
    const days = Array.from({ length: 30 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
      signIns: index,
      failedSignIns: 1,
      recorded: 2,
      decided: 3,
    }));
    server.use(gives("/api/reports/system/activity", { days }));
    admin("activity");
    const lines = linesOf(await screen.findByRole("table", { name: "Activity of the last 30 days" }));
    expect(lines[0]).toEqual(["Date", "Sign-ins", "Failed", "Recorded", "Decided"]);
    expect(lines.at(-1)).toEqual(["Fri, Nov 20", "29", "1", "2", "3"]);
    expect(lines).toHaveLength(31);
    for (const [chart, series] of [
      ["Sign-ins", ["Successful 435", "Failed 30"]],
      ["Entries", ["Recorded 60", "Decided 90"]],
    ] as const) {
      expect(barsOf(chart)).toHaveLength(60);
      const names = screen.getByRole("img", { name: chart }).querySelectorAll("p");
      expect([...names].map(({ textContent }) => textContent)).toEqual(series);
    }
    expect(await violations()).toEqual([]);
  });
});

describe("the report on approvals", () => {
  it("says what waits for whom and for how long, and what waits for nobody", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/reports/system/approvals", ({ query, response }) => {
        asked.push(query.get("page"));
        return response(200).json({
          success: true,
          data: {
            rows: [
              aManagerRow("mira", "Mira Holt", {
                waiting: 5,
                oldest: "2026-11-02",
                leaveWaiting: 1,
                daysToDecide: 2.5,
                substitute: { firstName: "Anna", lastName: "Berg" },
              }),
              aManagerRow("marco", "Marco Rossi"),
            ],
            ages: AGES,
            nobody: { waiting: 1, oldest: "2026-10-30" },
            pagination: { current: 1, pages: 2, total: 22 },
          },
        });
      }),
    );
    const { user, router } = admin("approvals");
    const table = await screen.findByRole("table", { name: "Approvals by manager" });
    expect(linesOf(table)).toEqual([
      ["Manager", "Team", "Waiting", "Oldest", "Leave Waiting", "Days to Decide", "Substitute"],
      ["Mira HoltEMP1003", "6", "5", "Nov 2, 2026", "1", "2.5", "Anna Berg"],
      ["Marco RossiEMP1003", "6", "0", "–none", "0", "–none", "–none"],
    ]);
    expect(screen.getByRole("img", { name: "Waiting by age" })).toHaveAccessibleDescription(
      "Age Entries 0–3 days 1 4–7 days 2 8–14 days 2 15+ days 1",
    );
    expect(screen.getByText(/without a manager who can act/)).toHaveTextContent(
      "1 entry has been waiting without a manager who can act since Oct 30, 2026.",
    );
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(asked).toEqual(["1", "2"]));
    expect(router.state.location.search).toBe("?tab=approvals&page=2");
  });
});

const JOBS: Schemas["SystemJobs"] = {
  jobs: [
    aJob("mail", "Sending mails", { nextRunAt: null }),
    aJob("freeze", "Freezing days", { durationMs: 61_250, isLate: true }),
    aJob("verify", "Verifying the audit log", { result: "failed", error: "the database is away" }),
    aJob("prune", "Removing old audit entries", {
      lastRunAt: null,
      durationMs: null,
      result: null,
      nextRunAt: "2026-11-21T03:30:00Z",
    }),
  ],
  mail: {
    waiting: 1,
    givenUp: 1,
    sentLastDay: 1_500,
    oldestWaiting: "2026-11-20T07:00:00Z",
    unsent: [
      {
        kind: "month-closed",
        to: "ada@daybook.example",
        since: "2026-11-20T07:00:00Z",
        attempts: 2,
        nextAt: "2026-11-20T08:00:00Z",
        lastError: "451 try later",
      },
      {
        kind: "reset-link",
        to: "ben@daybook.example",
        since: "2026-11-18T07:00:00Z",
        attempts: 9,
        nextAt: null,
        lastError: "550 no such user",
      },
    ],
  },
  backup: { madeAt: "2026-11-19T02:00:00Z" },
};

describe("the report on jobs and mail", () => {
  it("marks what is late, failed or given up, in a word", async () => {
    server.use(gives("/api/reports/system/jobs", JOBS));
    admin("jobs");
    expect(linesOf(await screen.findByRole("table", { name: "Jobs" }))).toEqual([
      ["Job", "Last Run", "Duration", "Result", "Next Run"],
      ["Sending mails", "Nov 20, 2026, 3:00 AM", "340 ms", "OK", "Always"],
      ["Freezing days", "Nov 20, 2026, 3:00 AM", "61.3 s", "OKLate", "Nov 21, 2026, 3:00 AM"],
      [
        "Verifying the audit log",
        "Nov 20, 2026, 3:00 AM",
        "340 ms",
        "Failedthe database is away",
        "Nov 21, 2026, 3:00 AM",
      ],
      ["Removing old audit entries", "Not run yet", "–none", "–none", "Nov 21, 2026, 3:30 AM"],
    ]);
    expect(linesOf(screen.getByRole("table", { name: "Mails that have not been sent" })).slice(1)).toEqual([
      [
        "Month closed",
        "ada@daybook.example",
        "Nov 20, 2026, 7:00 AM",
        "2",
        "Nov 20, 2026, 8:00 AM",
        "451 try later",
      ],
      ["Reset link", "ben@daybook.example", "Nov 18, 2026, 7:00 AM", "9", "Given Up", "550 no such user"],
    ]);
    expect(screen.getByText("1,500")).toBeVisible();
    expect(screen.getByText(/^Last backup/)).toHaveTextContent("Nov 19, 2026");
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("says that every mail has been sent, and that there is no backup", async () => {
    server.use(
      gives("/api/reports/system/jobs", {
        jobs: JOBS.jobs,
        mail: { waiting: 0, givenUp: 0, sentLastDay: 0, oldestWaiting: null, unsent: [] },
        backup: null,
      }),
    );
    admin("jobs");
    expect(await screen.findByText("Every mail has been sent")).toBeVisible();
    expect(screen.getByText("There is no backup yet.")).toBeVisible();
  });
});

describe("the report on the health of the data", () => {
  it("says what was found and where it is put right", async () => {
    const warned = vi.spyOn(console, "error");
    server.use(
      gives("/api/reports/system/health", {
        checks: [
          aCheck("without-manager", "Employees without a manager who can act", {
            count: 2,
            isFine: false,
            link: "/admin/users?manager=none&status=active",
          }),
          aCheck("without-department", "Employees without a department", {
            count: 22,
            isFine: false,
            items: [{ label: "Ada Lindqvist", link: "/admin/users?search=EMP1007" }],
          }),
          aCheck("jobs", "Jobs that failed or are late", {
            count: 2,
            isFine: false,
            link: "/admin/system-reports?tab=jobs",
            items: ["Freezing days", "Settling leave"].map((label) => ({
              label,
              link: "/admin/system-reports?tab=jobs",
            })),
          }),
          aCheck("drifted-months", "Closed months that no longer agree", { count: 1, isFine: false }),
          aCheck("audit-breaks", "Breaks in the audit log", { link: "/admin/audit-logs" }),
        ],
        asOf: "2026-11-20T08:30:00Z",
      }),
    );
    admin("health");
    const checks = await screen.findAllByRole("heading", { level: 2 });
    const [manager, department, jobs, months, breaks] = checks.map(({ parentElement }) => parentElement);
    expect(manager).toHaveTextContent("2 people");
    const [fix] = screen.getAllByRole("link", { name: "Fix" });
    expect(fix).toHaveAttribute("href", "/admin/users?manager=none&status=active");
    expect(fix).toHaveAccessibleDescription("Employees without a manager who can act");
    expect(department).toHaveTextContent("22 people");
    expect(department).toHaveTextContent("and 21 more");
    expect(screen.getByRole("link", { name: "Ada Lindqvist" })).toHaveAttribute(
      "href",
      "/admin/users?search=EMP1007",
    );
    expect(jobs).toHaveTextContent(/2 jobsFixFreezing daysSettling leave$/);
    // React tells of keys that are not their own.
    expect(warned.mock.calls.flat().join(" ")).not.toContain("key");
    warned.mockRestore();
    expect(months).toHaveTextContent("1 month");
    expect(breaks).toHaveTextContent("Nothing found");
    expect(screen.getByText(/^As of/)).toHaveTextContent("Nov 20, 2026");
    expect(await violations()).toEqual([]);
  });
});

it.each(["users", "activity", "approvals", "jobs", "health"] as const)(
  "the report on %s that cannot be loaded says so",
  async (section) => {
    server.use(fails(`/api/reports/system/${section}`));
    admin(section === "users" ? undefined : section);
    expect(await screen.findByText("Failed to load the report")).toBeVisible();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
  },
);

it("the file of a report is saved", async () => {
  const saved = catchDownloads();
  server.use(
    gives("/api/reports/system/users", USERS),
    http.get("/api/reports/system/users/csv", ({ response }) =>
      response.untyped(new Response("Role\n", { headers: { "Content-Type": "text/csv" } })),
    ),
  );
  const { user } = admin();
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["System_Users_2026-11-20.csv"]));
});
