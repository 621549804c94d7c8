import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal, aSession, aSessionUser, aUser } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { aStep, aTeamLeave, MAX } from "../../testing/leave";
import { aLeave, november, onLeave } from "../../testing/leave-calendar";
import { renderApp } from "../../testing/render";
import { aHold, fails, gives, http, server } from "../../testing/server";

type TeamLeave = Schemas["TeamLeave"];

const EVE = { _id: "u8", firstName: "Eve", lastName: "Stone", employeeId: "EMP1009" } as const;
const MARCO = { _id: "m1", firstName: "Marco", lastName: "Rossi" };
/** The browser sets thin spaces around the dash. */
const DAYS = "Dec 28\u2009–\u200930, 2026";
const STALE = "Some requests have changed since you opened them. Please review them again.";

const ofMax = aTeamLeave({ reason: "Skiing" });
const ofEve = aTeamLeave({
  _id: "l2",
  user: EVE,
  updatedAt: "2026-11-19T10:00:00Z",
  forManager: MARCO,
  years: [
    { year: 2026, days: 8, left: 0 },
    { year: 2027, days: 2, left: null },
  ],
  alsoAway: [
    { ...MAX, startDate: "2026-12-28", endDate: "2026-12-30", status: "pending" },
    {
      firstName: "Noor",
      lastName: "Haddad",
      startDate: "2026-12-21",
      endDate: "2026-12-24",
      status: "approved",
    },
  ],
  coverage: { date: "2026-12-23", away: 3, members: 8 },
});
const asked = aTeamLeave({
  _id: "l3",
  status: "cancellation-asked",
  startDate: "2026-11-09",
  endDate: "2026-11-27",
  askedLastDay: "2026-11-18",
  coverage: null,
  history: [aStep(), aStep({ what: "cancellation-asked", comment: "It rained" })],
});

/** A server that decides on these requests, and remembers what it was sent. */
function serve(requests: readonly TeamLeave[]) {
  let all = requests;
  const sent: [string, unknown][] = [];
  const queries: string[] = [];
  const refuse: { with?: ReturnType<typeof aRefusal> } = {};
  const { held, answer } = aHold();
  const wait: { until?: Promise<void> } = {};
  const decide = (ids: readonly string[], status: TeamLeave["status"]) => {
    all = all.map((one) => (ids.includes(one._id) ? { ...one, status } : one));
  };
  const bulk = (path: "/api/leave/bulk-approve" | "/api/leave/bulk-reject", status: TeamLeave["status"]) =>
    http.post(path, async ({ request, response }) => {
      const body = await request.json();
      sent.push([path, body]);
      await wait.until;
      if (refuse.with) return response(409).json(refuse.with);
      decide(body.ids, status);
      return response(200).json({ success: true, data: { updated: body.ids.length } });
    });
  const single = (
    path: "/api/leave/requests/{id}/cancel" | "/api/leave/requests/{id}/keep",
    status: TeamLeave["status"],
    message: string,
  ) =>
    http.post(path, async ({ params, request, response }) => {
      sent.push([path, await request.json()]);
      if (refuse.with) return response(409).json(refuse.with);
      decide([params.id], status);
      return response(200).json({ success: true, message, data: { request: aTeamLeave({ status }) } });
    });
  server.use(
    http.get("/api/leave/team", ({ query, request, response }) => {
      queries.push(new URL(request.url).search);
      const status = query.get("status");
      const waiting = ["pending", "cancellation-asked"];
      const found = all.filter((one) =>
        status === "waiting" ? waiting.includes(one.status) : status === null || one.status === status,
      );
      const pages = Math.ceil(found.length / 20);
      const page = Number(query.get("page"));
      return response(200).json({
        success: true,
        data: {
          requests: found.slice((page - 1) * 20, page * 20),
          pagination: { current: page, pages, total: found.length },
        },
      });
    }),
    bulk("/api/leave/bulk-approve", "approved"),
    bulk("/api/leave/bulk-reject", "rejected"),
    single("/api/leave/requests/{id}/cancel", "cancelled", "Leave cancelled successfully!"),
    single("/api/leave/requests/{id}/keep", "approved", "The leave stays as it is."),
  );
  const hold = () => {
    wait.until = held;
    return answer;
  };
  return { sent, queries, refuse, hold };
}

const open = (search = "") =>
  renderApp({ url: `/manager/leave-approvals${search}`, as: { role: "Manager" } });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const row = (name: RegExp) => screen.findByRole("row", { name });
const cells = (one: HTMLElement) => [...one.children].map(({ textContent }) => textContent);

describe("the requests that wait for a manager", () => {
  it("say who asks for what, what would be left, and who is away then", async () => {
    serve([ofMax, ofEve, asked]);
    open();
    expect(cells(await row(/Skiing/))).toEqual([
      "",
      "Max AdlerEMP1008",
      "Annual Leave",
      DAYS,
      "3",
      "17",
      "1 of 8 away on Dec 28",
      "Skiing",
      "ApproveReject",
    ]);
    const eves = cells(await row(/Eve Stone/));
    expect(eves[1]).toBe("Eve StoneEMP1009 for Marco Rossi");
    expect(eves[5]).toBe("2026: 02027: No limit");
    expect(eves[6]).toBe("Max Adler (pending)Noor Haddad3 of 8 away on Dec 23");
  });

  it("ask for a decision on what would be cancelled, without a checkbox", async () => {
    const { sent } = serve([asked]);
    const { user } = open();
    const one = await row(/It rained/);
    expect(within(one).queryByRole("checkbox")).toBeNull();
    expect(one).toHaveTextContent("Asks to cancelThe days after Nov 18, 2026It rained");
    await user.click(within(one).getByRole("button", { name: /^Keep Leave/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Keep Leave" }));
    expect(dialog.getByRole("button", { name: "Keep Leave" })).toBeDisabled();
    await user.type(dialog.getByLabelText("Reason"), " We need you ");
    await user.click(dialog.getByRole("button", { name: "Keep Leave" }));
    expect(await screen.findByText("The leave stays as it is.")).toBeVisible();
    expect(sent).toEqual([
      ["/api/leave/requests/{id}/keep", { comment: "We need you", expected: "2026-11-19T09:00:00Z" }],
    ]);
    expect(await screen.findByText("No leave requests to review.")).toBeVisible();
  });

  it("are accepted where they ask to cancel", async () => {
    const { sent } = serve([asked]);
    const { user } = open();
    await user.click(await button(/^Accept Cancellation/));
    expect(await screen.findByText("Leave cancelled successfully!")).toBeVisible();
    expect(sent).toEqual([["/api/leave/requests/{id}/cancel", { expected: "2026-11-19T09:00:00Z" }]]);
  });

  it("are gone at once when one is approved, and the focus goes on to the next", async () => {
    const { sent, hold } = serve([ofMax, ofEve]);
    const answer = hold();
    const { user } = open();
    await user.click(await button(`Approve: Max Adler, ${DAYS}`));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Max Adler EMP/ })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: `Approve: Eve Stone, ${DAYS}` })).toHaveFocus(),
    );
    answer();
    expect(await screen.findByText("Leave approved")).toBeVisible();
    expect(sent).toEqual([
      ["/api/leave/bulk-approve", { ids: ["l1"], expected: { l1: "2026-11-19T09:00:00Z" } }],
    ]);
  });

  it("come back with words when the decision is refused", async () => {
    const { refuse } = serve([ofMax]);
    refuse.with = aRefusal("CONFLICT", STALE);
    const { user } = open();
    await user.click(await button(/^Approve: Max/));
    await waitFor(() => expect(screen.getAllByText(STALE)).toHaveLength(2));
    expect(within(await row(/Skiing/)).getByText(STALE)).toBeVisible();
  });

  it("come back with words when the server cannot be reached", async () => {
    serve([ofMax]);
    server.use(
      http.post("/api/leave/bulk-approve", ({ response }) =>
        response.untyped(new Response("", { status: 502 })),
      ),
    );
    const { user } = open();
    await user.click(await button(/^Approve: Max/));
    const sentence = "The leave could not be changed. Please try again.";
    expect(within(await row(/Skiing/)).getByText(sentence)).toBeVisible();
  });

  it("are rejected with a reason only", async () => {
    const { sent } = serve([ofMax]);
    const { user } = open();
    await user.click(await button(/^Reject: Max/));
    const dialog = within(screen.getByRole("dialog", { name: "Reject Leave" }));
    expect(dialog.getByText("Max Adler, Dec 28 – 30, 2026")).toBeVisible();
    const reject = dialog.getByRole("button", { name: "Reject" });
    expect(reject).toBeDisabled();
    await user.type(dialog.getByLabelText("Reason"), "   ");
    expect(reject).toBeDisabled();
    await user.type(dialog.getByLabelText("Reason"), "Stocktaking");
    await user.click(reject);
    expect(await screen.findByText("Leave rejected")).toBeVisible();
    expect(sent).toEqual([
      [
        "/api/leave/bulk-reject",
        { ids: ["l1"], expected: { l1: "2026-11-19T09:00:00Z" }, comment: "Stocktaking" },
      ],
    ]);
  });

  it("are decided several at once, but not those that ask to cancel", async () => {
    const { sent } = serve([ofMax, ofEve, asked]);
    const { user } = open();
    expect(await button("Approve Selected")).toBeDisabled();
    expect(await button("Reject Selected")).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: `Select Max Adler, ${DAYS}` }));
    expect(screen.getByRole("checkbox", { name: "Select All" })).toBePartiallyChecked();
    await user.click(screen.getByRole("checkbox", { name: "Select All" }));
    await user.click(await button("Reject Selected"));
    const dialog = within(screen.getByRole("dialog", { name: "Reject Leave" }));
    expect(dialog.getByText("2 requests")).toBeVisible();
    await user.keyboard("{Escape}");
    await user.click(await button("Approve Selected"));
    expect(await screen.findByText("2 requests approved")).toBeVisible();
    expect(sent).toEqual([
      [
        "/api/leave/bulk-approve",
        { ids: ["l1", "l2"], expected: { l1: "2026-11-19T09:00:00Z", l2: "2026-11-19T10:00:00Z" } },
      ],
    ]);
    expect(screen.queryByRole("checkbox", { name: "Select All" })).toBeNull();
  });

  it("say when they cannot be loaded, and when there are none", async () => {
    server.use(fails("/api/leave/team"));
    const { user } = open();
    expect(await screen.findByText("Failed to load leave")).toBeVisible();
    serve([]);
    await user.click(await button("Try Again"));
    expect(await screen.findByText("No leave requests to review.")).toBeVisible();
  });
});

describe("the badge of Leave Approvals", () => {
  it("counts what waits, and is no count of what is to be read", async () => {
    serve([ofMax]);
    const badges = { notifications: 3, leave: 2 };
    server.use(sessionAnswers(aSession({ user: aSessionUser({ role: "Manager" }), badges })));
    open();
    expect(await screen.findByRole("link", { name: "Leave Approvals, 2 to decide" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Resubmitted Timesheets, 3 to read" })).toBeVisible();
  });
});

describe("the history of leave", () => {
  const approved = aTeamLeave({
    status: "approved",
    mayCancel: "directly",
    history: [aStep({ what: "approved" })],
  });

  it("is narrowed by status and employee, which stand in the address", async () => {
    const { queries } = serve([approved, aTeamLeave({ _id: "l5", status: "rejected" })]);
    server.use(
      gives("/api/users", {
        users: [aUser({ _id: "u7", firstName: "Max", lastName: "Adler", employeeId: "EMP1008" })],
        pagination: { current: 1, pages: 1, total: 1 },
        totals: { total: 1, management: 0, teamMembers: 1, hr: 0, administrators: 0, activeToday: 1 },
      }),
    );
    const { user, router } = open();
    await user.click(await screen.findByRole("tab", { name: "History" }));
    expect(router.state.location.search).toBe("?tab=history");
    expect(await screen.findAllByRole("row")).toHaveLength(3);
    await user.selectOptions(screen.getByLabelText("Status"), "Rejected");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    const employee = screen.getByRole("combobox", { name: "Employee" });
    await user.click(employee);
    await user.click(await screen.findByRole("option", { name: /Max Adler/ }));
    await waitFor(() =>
      expect(router.state.location.search).toBe("?tab=history&status=rejected&employee=u7"),
    );
    await waitFor(() => expect(queries.at(-1)).toBe("?status=rejected&employeeId=u7&page=1&limit=20"));
    expect(employee).toHaveValue("Max Adler");
    await user.click(screen.getByRole("tab", { name: "Pending" }));
    expect(router.state.location.search).toBe("");
  });

  it("lets approved leave be cancelled with a reason, and keeps the dialog if that is refused", async () => {
    const { sent, refuse } = serve([approved]);
    refuse.with = aRefusal("VALIDATION_FAILED", "Please check the fields", {
      errors: { comment: "A reason is required" },
    });
    const { user } = open("?tab=history");
    await user.click(await button(`Cancel: Annual Leave, ${DAYS}`));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel leave" }));
    const comment = dialog.getByLabelText("Comment");
    expect(comment).toHaveAttribute("aria-required", "true");
    await user.click(dialog.getByRole("button", { name: "Cancel Leave" }));
    expect(await dialog.findByText("A reason is required")).toBeVisible();
    expect(comment).toHaveFocus();
    delete refuse.with;
    await user.type(comment, "Approved by mistake");
    await user.click(dialog.getByRole("button", { name: "Cancel Leave" }));
    expect(await screen.findByText("Leave cancelled successfully!")).toBeVisible();
    expect(sent.at(-1)).toEqual([
      "/api/leave/requests/{id}/cancel",
      { expected: "2026-11-19T09:00:00Z", comment: "Approved by mistake" },
    ]);
    expect(await within(screen.getByRole("table")).findByText("Cancelled")).toBeVisible();
  });
});

describe("the calendar of a manager", () => {
  it("stands between what waits and the history, a month at a time, with the feed below it", async () => {
    serve([ofMax]);
    const months: string[] = [];
    server.use(
      http.get("/api/leave/calendar", ({ request, response }) => {
        const { searchParams } = new URL(request.url);
        months.push(`${searchParams.get("year")}-${searchParams.get("month")}`);
        const people =
          searchParams.get("month") === "11" ? [onLeave("u7", "Max", [aLeave("2026-11-19")])] : [];
        return response(200).json({ success: true, data: november(people) });
      }),
    );
    const { user, router } = open();
    await row(/Skiing/);
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Pending",
      "Calendar",
      "History",
    ]);
    await user.click(screen.getByRole("tab", { name: "Calendar" }));
    expect(router.state.location.search).toBe("?tab=calendar");
    const grid = within(await screen.findByRole("grid", { name: "Leave in November 2026" }));
    expect(
      grid.getByRole("gridcell", {
        name: "Max Berg, Thursday, November 19, 2026: Annual Leave, Approved",
      }),
    ).toBeVisible();
    // A team is no crowd in which one would have to look for somebody.
    expect(screen.queryByRole("searchbox")).toBeNull();
    const feed = within(screen.getByRole("region", { name: "Calendar Feed" }));
    expect(feed.getByRole("button", { name: "Create Link" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Next month" }));
    expect(await screen.findByText("Nobody is away this month.")).toBeVisible();
    expect(router.state.location.search).toBe("?tab=calendar&month=2026-12");
    expect(months).toEqual(["2026-11", "2026-12"]);
    await user.click(screen.getByRole("tab", { name: "Pending" }));
    expect(router.state.location.search).toBe("");
  });
});
