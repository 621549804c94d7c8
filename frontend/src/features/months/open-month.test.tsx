import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { violations } from "../../testing/axe";
import { aRefusal } from "../../testing/fixtures";
import { aClosedMonth, anOpenMonth, aReadiness, aReadinessRow, aRevision } from "../../testing/months";
import { renderApp } from "../../testing/render";
import { aHold, http, refuses, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const ADA = aReadinessRow("ada", "Ada Berg", {
  isReady: false,
  pendingEntries: 2,
  rejectedDates: ["2026-10-05"],
  frozenDates: ["2026-10-08", "2026-10-09"],
  remindedToday: { manager: true, employee: true },
});
const BEN = aReadinessRow("ben", "Ben Aziz", {
  isReady: false,
  department: null,
  manager: null,
  pendingEntries: 1,
  pendingLeave: 1,
  nobodyCanDecide: true,
});
const CLEO = aReadinessRow("cleo", "Cleo Ott");

type Answers = {
  month?: Schemas["Month"];
  readiness?: Schemas["Readiness"] | null;
  revisions?: Schemas["Revision"][];
  rows?: Schemas["ReadinessRow"][];
  total?: number;
};

/** What is asked of the people, and how often the month is. */
function serve(answers: Answers = {}) {
  const asked: string[] = [];
  const months: string[] = [];
  const now = { month: anOpenMonth("2026-10"), readiness: aReadiness(), revisions: [], ...answers };
  server.use(
    http.get("/api/months/{month}", ({ params, response }) => {
      months.push(params.month);
      const { month, readiness, revisions } = now;
      return response(200).json({ success: true, data: { month, readiness, revisions } });
    }),
    http.get("/api/months/{month}/readiness", ({ query, response }) => {
      const search = query.get("search");
      asked.push([query.get("blocker"), search, query.get("page"), query.get("limit")].join(" "));
      const rows = search === "zz" ? [] : (answers.rows ?? [ADA, BEN, CLEO]);
      const total = answers.total ?? rows.length;
      const pagination = { current: Number(query.get("page")), pages: Math.ceil(total / 20), total };
      return response(200).json({ success: true, data: { rows, pagination } });
    }),
  );
  return { asked, months, now };
}

const hr = (url = "/hr/payroll?month=2026-10") => renderApp({ url, as: { role: "HR" } });
const table = () => screen.findByRole("table", { name: "Employees of the month" });
const rowOf = async (name: string) => within(await table()).getByRole("row", { name: new RegExp(name) });
const button = (name: string) => screen.getByRole("button", { name });
const messages = () => screen.getByRole("region", { name: "Messages" });

describe("a month that is not closed", () => {
  it("tells how many are ready, what keeps the others, and what is open of each", async () => {
    const { asked } = serve();
    hr();
    expect(await screen.findByRole("heading", { level: 2, name: "October 2026" })).toBeVisible();
    const ada = within(await rowOf("Ada Berg"));
    expect(screen.getByText("10 of 12 ready")).toBeVisible();
    expect(screen.getByText("Open", { selector: "[data-word]" })).toBeVisible();
    expect(ada.getByRole("link", { name: "Ada Berg" })).toHaveAttribute("href", "/user-timesheets/ada");
    expect(ada.getByRole("rowheader")).toHaveTextContent("Ada BergEMP1007");
    const open = ({ getAllByRole }: typeof ada) => getAllByRole("listitem").map((one) => one.textContent);
    expect(open(ada)).toEqual(["2 pending", "rejected 5 Oct", "frozen 8 Oct, 9 Oct"]);
    expect(ada.getAllByRole("cell").at(-1)).toHaveTextContent("Manager, Employee");
    const ben = within(await rowOf("Ben Aziz"));
    expect(open(ben)).toEqual(["1 pending", "1 leave request", "nobody can decide"]);
    expect(ben.getByText("None")).toHaveClass("mistake");
    expect(within(await rowOf("Cleo Ott")).getByText("Ready")).toBeVisible();
    const filters = screen.getByRole("group", { name: "Reasons why employees are not ready" });
    expect(
      within(filters)
        .getAllByRole("button")
        .map((one) => one.textContent),
    ).toEqual([
      "All 12",
      "Pending Entries 3",
      "Rejected Entries 1",
      "Frozen Days 2",
      "Pending Leave 4",
      "Nobody Can Decide 1",
    ]);
    expect(asked).toEqual([" 1 20".padStart(6)]);
    expect(await violations()).toEqual([]);
  });

  it("keeps filter, search and page in the address", async () => {
    const { asked } = serve({ total: 41 });
    const { user, router } = hr();
    await table();
    await user.click(button("Page 3"));
    await waitFor(() => expect(asked.at(-1)).toBe("  3 20"));
    await user.click(button("Frozen Days 2"));
    await waitFor(() => expect(asked.at(-1)).toBe("frozenDays  1 20"));
    expect(router.state.location.search).toBe("?month=2026-10&blocker=frozenDays");
    expect(button("Frozen Days 2")).toHaveAttribute("aria-pressed", "true");
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "zz{Enter}");
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    await user.click(button("Show All Employees"));
    await waitFor(() => expect(router.state.location.search).toBe("?month=2026-10&blocker=frozenDays"));
    await user.click(button("All 12"));
    await waitFor(() => expect(router.state.location.search).toBe("?month=2026-10"));
  });

  it("says that everybody is ready, and until when it cannot be closed", async () => {
    const month = anOpenMonth("2026-11", { isOver: false, closableFrom: "2026-12-01" });
    serve({ month, rows: [], readiness: aReadiness({ ready: 12, blocked: 0 }) });
    hr("/hr/payroll?month=2026-11");
    expect(await screen.findByText("Everybody is ready.")).toBeVisible();
    expect(screen.getByText("In Progress")).toBeVisible();
    expect(button("Close Month")).toBeDisabled();
    expect(screen.getByText("Possible from December 1, 2026")).toBeVisible();
  });

  it("that the server does not know is said in its words", async () => {
    server.use(refuses("get", "/api/months/{month}", 404, "NOT_FOUND", "Month not found"));
    hr("/hr/payroll?month=2026-12");
    expect(await screen.findByText("Month not found")).toBeVisible();
    expect(screen.getByRole("link", { name: "All Months" })).toBeVisible();
  });

  it.each(["months", "timesheets", "leave", "users"])("is asked for again with news of %s", async (topic) => {
    const { asked, months } = serve();
    hr();
    await table();
    await hears(topic);
    await waitFor(() => expect([asked.length, months.length]).toEqual([2, 2]));
  });
});

describe("a reminder", () => {
  function answers(reminded: number, unreachable = 0) {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/months/{month}/remind", async ({ request, response }) => {
        sent.push(await request.clone().json());
        const data = { reminded, alreadyToday: 1, unreachable };
        return response(200).json({ success: true, data });
      }),
    );
    return sent;
  }

  it("goes to everybody, or to those who are chosen", async () => {
    serve();
    const sent = answers(1);
    const { user } = hr();
    await table();
    await user.click(button("Remind Managers"));
    expect(await screen.findByText("1 person reminded")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Select Ada Berg" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Ben Aziz" }));
    expect(screen.getByText("2 selected")).toBeVisible();
    await user.click(button("Remind Employees"));
    await waitFor(() =>
      expect(sent).toEqual([{ kind: "manager" }, { kind: "employee", userIds: ["ada", "ben"] }]),
    );
  });

  it("says for how many nobody can be told, and that nobody is left", async () => {
    serve();
    answers(3, 2);
    const { user } = hr();
    await table();
    await user.click(button("Remind Managers"));
    expect(await screen.findByText("3 people reminded")).toBeVisible();
    expect(screen.getByText("There is nobody to remind for 2 employees.")).toBeVisible();
    answers(0);
    await user.click(button("Remind Employees"));
    expect(await screen.findByText("Nobody left to remind today")).toBeVisible();
  });

  it("fails in the server's words, or in its own", async () => {
    serve();
    const remind = "/api/months/{month}/remind";
    server.use(
      refuses("post", remind, 409, "CONFLICT", "The month October 2026 has been processed and is closed"),
    );
    const { user } = hr();
    await table();
    await user.click(button("Remind Managers"));
    expect(await screen.findByText("The month October 2026 has been processed and is closed")).toBeVisible();
    server.use(http.post(remind, ({ response }) => response.untyped(Response.error())));
    await user.click(button("Remind Managers"));
    expect(await screen.findByText("Failed to remind")).toBeVisible();
  });
});

describe("accepting days as absent", () => {
  const accept = "/api/months/{month}/accept";

  it("is of the frozen and rejected days of those who are chosen, with a note", async () => {
    serve();
    const sent: unknown[] = [];
    server.use(
      http.post(accept, async ({ request, response }) => {
        sent.push(await request.clone().json());
        return response(200).json({ success: true, data: { accepted: 3 } });
      }),
    );
    const { user } = hr();
    await table();
    expect(button("Accept as Absent")).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "Select Ben Aziz" }));
    expect(button("Accept as Absent")).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "Select Ada Berg" }));
    await user.click(button("Accept as Absent"));
    const dialog = within(await screen.findByRole("dialog", { name: "Accept as Absent" }));
    expect(dialog.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "Ada Berg5 Oct, 8 Oct, 9 Oct",
    ]);
    expect(dialog.getByRole("textbox", { name: "Note" })).toHaveFocus();
    await user.click(dialog.getByRole("button", { name: "Accept as Absent" }));
    expect(dialog.getByText("A note is required")).toBeVisible();
    await user.type(dialog.getByRole("textbox", { name: "Note" }), " Away without notice ");
    await user.click(dialog.getByRole("button", { name: "Accept as Absent" }));
    expect(await screen.findByText("3 days accepted as absent")).toBeVisible();
    expect(sent).toEqual([
      {
        items: [{ userId: "ada", dates: ["2026-10-05", "2026-10-08", "2026-10-09"] }],
        note: "Away without notice",
      },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("checkbox", { name: "Select Ada Berg" })).not.toBeChecked();
  });

  it("fails in the server's words, or in its own, and keeps the note", async () => {
    serve();
    const changed = "Some days have changed since you opened them. Please review them again.";
    server.use(refuses("post", accept, 409, "CONFLICT", changed));
    const { user } = hr();
    await table();
    await user.click(screen.getByRole("checkbox", { name: "Select All" }));
    await user.click(button("Accept as Absent"));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Note" }), "Gone");
    await user.click(dialog.getByRole("button", { name: "Accept as Absent" }));
    await waitFor(() => expect(within(messages()).getByText(changed)).toBeVisible());
    server.use(http.post(accept, ({ response }) => response.untyped(Response.error())));
    await user.click(dialog.getByRole("button", { name: "Accept as Absent" }));
    await waitFor(() => expect(within(messages()).getByText("Failed to accept")).toBeVisible());
    expect(dialog.getByRole("textbox", { name: "Note" })).toHaveValue("Gone");
    await user.clear(dialog.getByRole("textbox", { name: "Note" }));
    await user.click(dialog.getByRole("textbox", { name: "Note" }));
    await user.paste("x".repeat(501));
    await user.click(dialog.getByRole("button", { name: "Accept as Absent" }));
    expect(dialog.getByText("The note must be at most 500 characters")).toBeVisible();
  });
});

describe("a close", () => {
  const close = "/api/months/{month}/close";
  const askToClose = async ({ user }: ReturnType<typeof hr>) => {
    await table();
    await user.click(button("Close Month"));
    return within(await screen.findByRole("dialog", { name: "Close October 2026?" }));
  };

  it("of a month in which all are ready needs no reason, and leads to what was closed", async () => {
    const { now } = serve({ readiness: aReadiness({ ready: 12, blocked: 0 }) });
    const { held, answer } = aHold();
    const sent: unknown[] = [];
    server.use(
      http.post(close, async ({ request, response }) => {
        sent.push(await request.clone().json());
        await held;
        const month = aClosedMonth("2026-10");
        Object.assign(now, { month, readiness: null, revisions: [aRevision()] });
        const message = "October 2026 is closed (revision 1)";
        return response(200).json({ success: true, message, data: { month } });
      }),
    );
    const app = hr();
    const dialog = await askToClose(app);
    expect(dialog.getByText("12 employees")).toBeVisible();
    expect(dialog.queryByText(/absent|salary|not ready/)).toBeNull();
    expect(dialog.queryByRole("textbox")).toBeNull();
    await app.user.click(dialog.getByRole("button", { name: "Close Month" }));
    expect(await dialog.findByRole("button", { name: "Closing..." })).toHaveAttribute("aria-busy", "true");
    answer();
    expect(await screen.findByText("October 2026 is closed (revision 1)")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Open Payroll" })).toBeVisible();
    expect(sent).toEqual([{}]);
    expect(screen.getByRole("heading", { level: 2, name: "October 2026" })).toHaveFocus();
  });

  it("says what counts as absent, whose amounts stay empty and who is not ready, and wants a reason", async () => {
    serve({ readiness: aReadiness({ missingDays: 1, missingSalary: 2 }) });
    const sent: unknown[] = [];
    server.use(
      http.post(close, async ({ request, response }) => {
        sent.push(await request.clone().json());
        return response(200).json({ success: true, data: { month: aClosedMonth("2026-10") } });
      }),
    );
    const app = hr();
    const dialog = await askToClose(app);
    expect(dialog.getByText("1 day without an entry counts as absent.")).toBeVisible();
    expect(dialog.getByText("2 employees have no salary. Their amounts stay empty.")).toBeVisible();
    const notReady =
      "2 employees are not ready. What is open counts as it stands, and nobody can change it while the month is closed.";
    expect(dialog.getByText(notReady)).toBeVisible();
    await app.user.click(dialog.getByRole("button", { name: "Close Month" }));
    expect(dialog.getByText("A reason is required")).toBeVisible();
    expect(sent).toEqual([]);
    expect(await violations()).toEqual([]);
    await app.user.type(dialog.getByRole("textbox", { name: "Reason" }), "Payroll is due");
    await app.user.click(dialog.getByRole("button", { name: "Close Month" }));
    expect(await screen.findByText("October 2026 is closed (revision 1)")).toBeVisible();
    expect(sent).toEqual([{ force: true, reason: "Payroll is due" }]);
  });

  it("that is refused says why and asks for a reason where somebody has ceased to be ready", async () => {
    const { now } = serve({ readiness: aReadiness({ ready: 12, blocked: 0 }) });
    server.use(
      http.post(close, ({ response }) => {
        now.readiness = aReadiness({ ready: 11, blocked: 1 });
        return response(409).json(aRefusal("CONFLICT", "1 employee is not ready"));
      }),
    );
    const app = hr();
    const dialog = await askToClose(app);
    await app.user.click(dialog.getByRole("button", { name: "Close Month" }));
    expect(await dialog.findByText("1 employee is not ready")).toBeVisible();
    expect(await dialog.findByRole("textbox", { name: "Reason" })).toBeVisible();
    expect(dialog.getByText(/^1 employee is not ready. What is open counts/)).toBeVisible();
    server.use(http.post(close, ({ response }) => response.untyped(Response.error())));
    await app.user.type(dialog.getByRole("textbox", { name: "Reason" }), "Payroll is due");
    await app.user.click(dialog.getByRole("button", { name: "Close Month" }));
    expect(await dialog.findByText("Failed to close the month. Please try again.")).toBeVisible();
  });

  it("that is under way is waited for", async () => {
    const { now, months } = serve({ month: anOpenMonth("2026-10", { state: "closing" }) });
    hr();
    await table();
    expect(button("Closing...")).toHaveAttribute("aria-busy", "true");
    now.month = anOpenMonth("2026-10");
    await waitFor(() => expect(button("Close Month")).toBeEnabled());
    expect(months).toHaveLength(2);
  });
});
