import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Schemas } from "../../domain/types";
import { violations } from "../../testing/axe";
import { aRefusal } from "../../testing/fixtures";
import {
  aClosedMonth,
  anOpenMonth,
  aReadiness,
  aRevision,
  CHECKSUM,
  onePage,
  totals,
} from "../../testing/months";
import { renderApp } from "../../testing/render";
import { aHold, fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const MIRA = { _id: "mira", firstName: "Mira", lastName: "Holt" };
const EXPORTED = { exportedAt: "2026-11-03T09:00:00Z", exportedBy: MIRA };
const FIRST = aRevision({
  ...EXPORTED,
  reopenedAt: "2026-11-04T09:00:00Z",
  reopenedBy: MIRA,
  reopenReason: "A day was missing",
});
const SECOND = aRevision({
  revision: 2,
  closedAt: "2026-11-05T09:15:00Z",
  employees: 1_234,
  blocked: 1,
  reason: "Payroll is due",
});

function serve(newest = SECOND, revisions = [SECOND, FIRST], changes: Partial<Schemas["Month"]> = {}) {
  const asked: string[] = [];
  const now: Schemas["MonthPage"] = {
    month: aClosedMonth("2026-06", changes, newest),
    revisions,
    readiness: null,
  };
  server.use(
    http.get("/api/months/{month}", ({ params, response }) => {
      asked.push(params.month);
      return response(200).json({ success: true, data: now });
    }),
  );
  return { asked, now };
}

const open = (role: "HR" | "Admin" = "HR", more = "") =>
  renderApp({ url: `/${role.toLowerCase()}/payroll?month=2026-06${more}`, as: { role } });
const factOf = async (name: string) => {
  await screen.findByRole("link", { name: "Open Payroll" });
  const [term] = screen.getAllByText(name, { selector: "dt" });
  return term?.nextElementSibling;
};

describe("a closed month", () => {
  it("tells when and by whom it was closed, with what checksum, and what the last check found", async () => {
    serve(SECOND, [SECOND, FIRST], {
      check: {
        checkedAt: "2026-11-20T03:00:00Z",
        differences: 1,
        checksumHolds: false,
        samples: [
          { employeeId: "EMP1003", name: "Ann Berg", field: "Gross Pay", closed: "1500.00", now: "1500.01" },
        ],
      },
    });
    open();
    expect(await screen.findByRole("heading", { level: 2, name: "June 2026" })).toBeVisible();
    expect(await factOf("Revision")).toHaveTextContent("2");
    expect(await factOf("Closed")).toHaveTextContent(/Nov 5, 2026, 9:15\sAM by Hanna Roth/);
    expect(await factOf("Employees")).toHaveTextContent("1,234");
    expect(screen.getByText("Closed with 1 employee not ready: Payroll is due")).toBeVisible();
    expect(await factOf("Checksum")).toHaveTextContent(CHECKSUM);
    expect(await factOf("Last Check")).toHaveTextContent(/1 difference.*Nov 20, 2026/);
    const samples = screen.getByRole("table", { name: "What has changed" });
    expect(within(samples).getByRole("row", { name: /^Ann Berg/ })).toHaveTextContent(
      "Ann BergEMP1003Gross Pay1500.001500.01",
    );
    expect(screen.getByRole("link", { name: "Open Payroll" })).toHaveAttribute(
      "href",
      "/hr/payroll?tab=payroll&month=2026-06",
    );
    expect(await violations()).toEqual([]);
  });

  it("copies its checksum", async () => {
    serve();
    const { user } = open();
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await factOf("Checksum");
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(writeText).toHaveBeenCalledWith(CHECKSUM);
  });

  it("shows every revision, and leads to what differs between two", async () => {
    serve();
    open();
    const table = await screen.findByRole("table", { name: "Revisions" });
    const rows = within(table).getAllByRole("row").slice(1);
    const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ["2", "November 5, 2026", "Hanna Roth", "Payroll is due", "–", "–", "Compare with Revision 1"],
      [
        "1",
        "November 2, 2026",
        "Hanna Roth",
        "–",
        "November 3, 2026Mira Holt",
        "November 4, 2026Mira HoltA day was missing",
        "",
      ],
    ]);
    expect(within(table).getByRole("link", { name: "Compare with Revision 1" })).toHaveAttribute(
      "href",
      "/hr/payroll?month=2026-06&from=1&to=2",
    );
  });

  it("has not been checked yet, and is asked for again with news of months alone", async () => {
    const { asked } = serve(aRevision(), [aRevision()]);
    const { client } = open();
    expect(await factOf("Last Check")).toHaveTextContent("Not checked yet");
    expect(screen.queryByText(/not ready/)).toBeNull();
    await hears("leave");
    expect(client.isFetching({ queryKey: ["GET", "/api/months/{month}"] })).toBe(0);
    await hears("months");
    await waitFor(() => expect(asked).toHaveLength(2));
  });
});

describe("a reopening", () => {
  const reopen = "/api/months/{month}/reopen";

  it("needs a reason, and leads to what is open", async () => {
    const { now } = serve();
    const { held, answer } = aHold();
    const sent: unknown[] = [];
    server.use(
      gives("/api/months/{month}/readiness", { rows: [], pagination: onePage(0) }),
      http.post(reopen, async ({ request, response }) => {
        sent.push(await request.clone().json());
        await held;
        const month = anOpenMonth("2026-06", { state: "reopened", revision: 2, newest: SECOND });
        Object.assign(now, { month, readiness: aReadiness() });
        return response(200).json({ success: true, message: "June 2026 is open again", data: { month } });
      }),
    );
    const { user } = open();
    await factOf("Checksum");
    await user.click(screen.getByRole("button", { name: "Reopen Month" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reopen June 2026?" }));
    expect(dialog.getByText("Everybody can change days of this month again.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Reopen Month" }));
    expect(dialog.getByText("A reason is required")).toBeVisible();
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "A day is missing");
    await user.click(dialog.getByRole("button", { name: "Reopen Month" }));
    expect(await dialog.findByRole("button", { name: "Reopening..." })).toBeVisible();
    answer();
    expect(await screen.findByText("June 2026 is open again")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Close Month" })).toBeVisible();
    expect(sent).toEqual([{ reason: "A day is missing" }]);
    expect(screen.getByRole("heading", { level: 2, name: "June 2026" })).toHaveFocus();
    // What was handed over stays to be read.
    expect(screen.getByRole("table", { name: "Revisions" })).toBeVisible();
  });

  it("fails in the server's words, or in its own", async () => {
    serve();
    const exported = "Only an administrator can reopen June 2026: its payroll has been exported";
    server.use(http.post(reopen, ({ response }) => response(403).json(aRefusal("FORBIDDEN", exported))));
    const { user } = open();
    await factOf("Checksum");
    await user.click(screen.getByRole("button", { name: "Reopen Month" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "A day is missing");
    await user.click(dialog.getByRole("button", { name: "Reopen Month" }));
    expect(await dialog.findByText(exported)).toBeVisible();
    server.use(http.post(reopen, ({ response }) => response.untyped(Response.error())));
    await user.click(dialog.getByRole("button", { name: "Reopen Month" }));
    expect(await dialog.findByText("Failed to reopen the month. Please try again.")).toBeVisible();
  });

  it("of an exported month is an administrator's alone", async () => {
    serve(aRevision(EXPORTED), [aRevision(EXPORTED)]);
    const { unmount } = open("HR");
    const only = "Exported on November 3, 2026. Only an administrator can reopen this month.";
    expect(await screen.findByText(only)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reopen Month" })).toBeNull();
    unmount();
    open("Admin");
    expect(await screen.findByRole("button", { name: "Reopen Month" })).toBeVisible();
    expect(screen.queryByText(only)).toBeNull();
  });
});

describe("what differs between two revisions", () => {
  const NOTHING = {
    differences: [],
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 12,
    totals: { from: totals(), to: totals() },
    pagination: onePage(0),
  };

  it("stands cell by cell, with counts and the totals of both", async () => {
    serve(SECOND, [SECOND, { ...FIRST, currency: "USD" }]);
    const asked: string[] = [];
    server.use(
      http.get("/api/months/{month}/differences", ({ params, query, response }) => {
        asked.push([params.month, query.get("from"), query.get("to"), query.get("page")].join(" "));
        const data: Schemas["Differences"] = {
          ...NOTHING,
          differences: [
            {
              employeeId: "EMP1003",
              name: "Ann Berg",
              kind: "changed",
              fields: [
                { field: "Approved Days", from: "20.0", to: "21.0" },
                { field: "Salary Since", from: "", to: "2026-06-15" },
              ],
            },
            { employeeId: "EMP1004", name: "Ben Aziz", kind: "added", fields: [] },
            { employeeId: "EMP1005", name: "Cleo Ott", kind: "removed", fields: [] },
          ],
          added: 1,
          removed: 1,
          changed: 1,
          unchanged: 9,
          totals: { from: totals(), to: totals({ payableDays: 32.5, grossPay: 1_666.66 }) },
          pagination: { current: 1, pages: 3, total: 41 },
        };
        return response(200).json({ success: true, data });
      }),
    );
    const { user, router } = open("HR", "&from=1&to=2");
    const title = "June 2026: Revision 1 and 2";
    expect(await screen.findByRole("heading", { level: 2, name: title })).toBeVisible();
    const rowsOf = (table: HTMLElement) =>
      within(table)
        .getAllByRole("row")
        .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rowsOf(await screen.findByRole("table", { name: "Differences" }))).toEqual([
      ["Employee", "What", "Revision 1", "Revision 2"],
      ["Ann BergEMP1003", "Approved Days", "20.0", "21.0"],
      ["Ann BergEMP1003", "Salary Since", "–", "2026-06-15"],
      ["Ben AzizEMP1004", "Added", "–", "–"],
      ["Cleo OttEMP1005", "Removed", "–", "–"],
    ]);
    const counts = screen.getAllByRole("listitem").map((one) => one.textContent);
    expect(counts).toEqual(expect.arrayContaining(["Added 1", "Removed 1", "Changed 1", "Unchanged 9"]));
    expect(rowsOf(screen.getByRole("table", { name: "Totals" })).slice(1)).toEqual([
      ["Employees", "2", "2"],
      ["Payable Days", "31.5", "32.5"],
      ["Total Base", "3,000.00 USD", "3,000.00 EUR"],
      ["Total Gross", "1,500.00 USD", "1,666.66 EUR"],
      ["Missing Salary", "1", "1"],
    ]);
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(asked).toEqual(["2026-06 1 2 1", "2026-06 1 2 2"]));
    await user.click(screen.getByRole("link", { name: "June 2026" }));
    await factOf("Checksum");
    expect(router.state.location.search).toBe("?month=2026-06");
  });

  it("may be nothing, and may fail to load", async () => {
    serve();
    server.use(fails("/api/months/{month}/differences"));
    const { user } = open("HR", "&from=1&to=2");
    expect(await screen.findByText("Failed to load the differences")).toBeVisible();
    server.use(gives("/api/months/{month}/differences", NOTHING));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Nothing changed between these revisions.")).toBeVisible();
  });
});
