import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sendHeld } from "../../api/undo";
import type { TeamWeekSummary, Timesheet, WeekStatus } from "../../domain/types";
import { aRefusal, aTimesheet } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { http, server } from "../../testing/server";
import { switchShortcuts } from "../../ui/shortcuts";
import { toast } from "../../ui/toast";

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gala"];
const MONDAY = "2026-11-16";

/** Two pending days for each of the first `count` people, in the present week. */
function aTeam(count: number, week = MONDAY): Timesheet[] {
  return NAMES.slice(0, count).flatMap((firstName, index) =>
    [0, 1].map((offset) => {
      const day = Number(week.slice(8)) + offset;
      return aTimesheet({
        _id: `${week}-${index}-${offset}`,
        date: `${week.slice(0, 8)}${String(day).padStart(2, "0")}`,
        hours: 8 + offset,
        description: `${firstName} at work`,
        updatedAt: `2026-11-1${offset}T08:00:00Z`,
        user: { _id: `u${index}`, firstName, lastName: "Berg", employeeId: `EMP10${index}0` },
      });
    }),
  );
}

function statusOf(entries: readonly Timesheet[]): WeekStatus {
  if (entries.every((entry) => entry.status === "approved")) return "approved";
  return entries.every((entry) => entry.status === "rejected") ? "rejected" : "pending";
}

type Hold = { answer: () => void };

/** A server that keeps the team, and holds the answer to a decision back until a test lets it go. */
function serve(
  timesheets: Timesheet[],
  {
    refuse,
    hold,
    remarks = {},
  }: {
    refuse?: ReturnType<typeof aRefusal> | Response;
    hold?: Hold;
    remarks?: Record<string, TeamWeekSummary["remarks"]>;
  } = {},
) {
  let all = timesheets;
  const asked: string[] = [];
  const sent: unknown[] = [];
  const decide = async (body: { ids: string[] }, change: Partial<Timesheet>) => {
    sent.push(body);
    if (hold) await new Promise<void>((resolve) => Object.assign(hold, { answer: resolve }));
    if (!refuse) all = all.map((entry) => (body.ids.includes(entry._id) ? { ...entry, ...change } : entry));
  };
  server.use(
    http.get("/api/timesheets/team", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      const [from, to] = [query.get("from"), query.get("to")];
      const weekOf = (entry: Timesheet) => (entry.date >= MONDAY ? MONDAY : "2026-11-09");
      const weekWaits = (entry: Timesheet) =>
        all.some(
          (one) =>
            one.user._id === entry.user._id && weekOf(one) === weekOf(entry) && one.status === "pending",
        );
      const found = all.filter(
        (entry) =>
          (!from || entry.date >= from) &&
          (!to || entry.date <= to) &&
          (query.get("waiting") === null || weekWaits(entry)),
      );
      const weeks = new Map<string, TeamWeekSummary>();
      for (const entry of found) {
        const whole = all.filter((one) => one.user._id === entry.user._id && weekOf(one) === weekOf(entry));
        const totalHours = whole.reduce((sum, one) => sum + one.hours, 0);
        weeks.set(`${entry.user._id} ${weekOf(entry)}`, {
          userId: entry.user._id,
          weekStart: weekOf(entry),
          status: statusOf(whole),
          totalHours,
          remarks: weekWaits(entry) ? (remarks[entry.user._id] ?? []) : [],
        });
      }
      return response(200).json({ success: true, data: { timesheets: found, weeks: [...weeks.values()] } });
    }),
    http.post("/api/timesheets/bulk-approve", async ({ request, response }) => {
      const body = await request.json();
      await decide(body, { status: "approved" });
      if (refuse instanceof Response) return response.untyped(refuse.clone());
      return refuse
        ? response(409).json(refuse)
        : response(200).json({ success: true, data: { updated: body.ids.length } });
    }),
    http.post("/api/timesheets/bulk-reject", async ({ request, response }) => {
      const body = await request.json();
      await decide(body, { status: "rejected", approvalComments: body.comment });
      if (refuse instanceof Response) return response.untyped(refuse.clone());
      return refuse
        ? response(409).json(refuse)
        : response(200).json({ success: true, data: { updated: body.ids.length } });
    }),
  );
  return { asked, sent };
}

const open = (search = "") =>
  renderApp({
    url: `/manager/team-timesheets${search}`,
    as: { role: "Manager", firstName: "Maren", lastName: "Holt" },
  });
const card = (name: string) => screen.findByRole("article", { name: new RegExp(`^${name} Berg`) });

describe("Timesheet Approvals", () => {
  // Shows: R16, A3
  it("shows a card for each week, with seven days", async () => {
    const { asked } = serve(aTeam(1));
    open();
    const ada = await card("Ada");
    expect(within(ada).getAllByRole("listitem")).toHaveLength(7);
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
    expect(ada).toHaveTextContent("17 h");
    expect(asked).toEqual(["?from=2026-11-16&to=2026-11-22"]);
  });

  // Shows: A7, A11, W127
  it("shows an approval before the server has answered, and sends what was seen", async () => {
    const hold: Hold = { answer: () => undefined };
    const { sent } = serve(aTeam(2), { hold });
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(within(ada).getAllByText("Approved")).toHaveLength(3);
    expect(within(ada).getByRole("button", { name: "Reject Week" })).toBeDisabled();
    expect(await card("Ben")).toHaveFocus();
    hold.answer();
    expect(await screen.findByText(/Week of .*Ada Berg approved, 1 left/)).toBeInTheDocument();
    expect(sent).toEqual([
      {
        ids: ["2026-11-16-0-0", "2026-11-16-0-1"],
        expected: { "2026-11-16-0-0": "2026-11-10T08:00:00Z", "2026-11-16-0-1": "2026-11-11T08:00:00Z" },
      },
    ]);
    await waitFor(() => expect(within(ada).getByRole("button", { name: "Reject Week" })).toBeEnabled());
    expect(within(ada).getByRole("button", { name: "Approve Week" })).toBeDisabled();
  });

  // Shows: A11
  it("takes an approval back that the server refuses, in the server's words", async () => {
    const message = "Some entries have changed since you opened them. Please review them again.";
    const hold: Hold = { answer: () => undefined };
    const { sent } = serve(aTeam(1), { refuse: aRefusal("CONFLICT", message), hold });
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(within(ada).queryByText("Pending")).not.toBeInTheDocument();
    hold.answer();
    expect(await within(ada).findByText(message)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(message);
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
    expect(within(ada).getByRole("button", { name: "Approve Week" })).toBeEnabled();
  });

  // Shows: W125
  it("has words of its own where the server has none", async () => {
    serve(aTeam(1), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The week could not be approved. Please try again.",
    );
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
  });

  // Shows: W126
  it("takes a rejection back in the same way, and keeps no reason of it", async () => {
    const { sent } = serve(aTeam(1), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Reject Week" }));
    await user.type(screen.getByLabelText("Reason"), "Too short");
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The week could not be rejected. Please try again.",
    );
    expect(sent).toEqual([expect.objectContaining({ comment: "Too short" })]);
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
    expect(within(ada).queryByText("Too short")).not.toBeInTheDocument();
    expect(within(ada).getByRole("button", { name: "Reject Week" })).toBeEnabled();
  });

  it("keeps the words of two failed decisions apart", async () => {
    serve(aTeam(2), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = open();
    await user.click(within(await card("Ada")).getByRole("button", { name: "Approve Week" }));
    await user.click(within(await card("Ben")).getByRole("button", { name: "Approve Week" }));
    for (const name of ["Ada", "Ben"]) {
      expect(
        await within(await card(name)).findByText("The week could not be approved. Please try again."),
      ).toBeVisible();
      expect(within(await card(name)).getByRole("button", { name: "Approve Week" })).toBeEnabled();
    }
  });

  // Shows: A10, W128
  it("rejects with a reason, and not without one", async () => {
    const { sent } = serve(aTeam(1));
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Reject Week" }));
    const dialog = within(screen.getByRole("dialog", { name: "Reject Week" }));
    expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
    await user.type(dialog.getByLabelText("Reason"), "   ");
    expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText("Reason"), "The hours do not match ");
    await user.click(dialog.getByRole("button", { name: "Reject" }));
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({
          ids: ["2026-11-16-0-0", "2026-11-16-0-1"],
          comment: "The hours do not match",
        }),
      ]),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(within(ada).getAllByText("Rejected")).toHaveLength(3);
    expect(within(ada).getByRole("button", { name: "Reject Week" })).toBeDisabled();
  });

  // Shows: R73, A19, W131, W132, K12
  it("pages by five, counts cards, and keeps page and size in the address", async () => {
    serve(aTeam(7));
    const { user, router } = open();
    await card("Ada");
    expect(screen.getAllByRole("article")).toHaveLength(5);
    expect(screen.getByText("Showing 1-5 of 7")).toBeVisible();
    expect(screen.getByRole("button", { name: "Prev" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Showing 6-7 of 7")).toBeVisible();
    expect(router.state.location.search).toBe("?page=2");
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText("Rows per page"), "10");
    expect(screen.getByText("Showing 1-7 of 7")).toBeVisible();
    expect(router.state.location.search).toBe("?size=10");
  });

  // Shows: A9, A18
  it("is worked off by keyboard, but not while somebody writes", async () => {
    const { sent } = serve(aTeam(3));
    const { user } = open();
    const ada = await card("Ada");
    await user.keyboard("jj");
    // Outside of the list letters are letters: somebody may be dictating.
    expect(document.body).toHaveFocus();
    ada.focus();
    await user.keyboard("j");
    expect(await card("Ben")).toHaveFocus();
    await user.keyboard("k{ArrowDown}v");
    expect(screen.getByRole("dialog", { name: "Weekly Tasks" })).toHaveTextContent("Ben at work");
    await user.keyboard("a");
    expect(sent).toEqual([]);
    await user.click(
      within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] ?? document.body,
    );
    expect(await card("Ben")).toHaveFocus();
    await user.keyboard("a");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await card("Cleo")).toHaveFocus();
    await user.keyboard("r");
    await user.keyboard("a reason with j and k");
    expect(screen.getByLabelText("Reason")).toHaveValue("a reason with j and k");
    expect(sent).toHaveLength(1);
  });

  it("leaves the letters alone for somebody who has switched them off, and keeps the arrows", async () => {
    const { sent } = serve(aTeam(3));
    const { user } = open();
    const ada = await card("Ada");
    await user.click(await screen.findByRole("button", { name: /User menu/ }));
    await user.click(screen.getByRole("menuitem", { name: "Turn off letter keys" }));
    ada.focus();
    await user.keyboard("ja{ArrowDown}");
    expect(await card("Ben")).toHaveFocus();
    expect(sent).toEqual([]);
    act(() => switchShortcuts(true));
  });

  it("takes neither half a double click nor a key held down for a decision on the next week", async () => {
    const { sent } = serve(aTeam(3));
    const { user } = open();
    const ada = await card("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const ben = await card("Ben");
    const approve = within(ben).getByRole("button", { name: "Approve Week" });
    fireEvent.click(approve, { detail: 2 });
    fireEvent.keyDown(ben, { key: "a", repeat: true });
    fireEvent.click(approve, { detail: 1 });
    await waitFor(() => expect(sent).toHaveLength(2));
    const cleo = await card("Cleo");
    await waitFor(() => expect(cleo).toHaveFocus());
    fireEvent.keyDown(cleo, { key: "a", repeat: true });
    fireEvent.click(within(cleo).getByRole("button", { name: "Approve Week" }), { detail: 2 });
    await screen.findByText(/Ben Berg approved, 1 left/);
    expect(sent).toHaveLength(2);
  });

  // Shows: A5, A8, W130
  it("narrows to one employee from their card", async () => {
    serve(aTeam(3));
    const { user, router } = open();
    await user.click(within(await card("Ben")).getByRole("button", { name: "Open Employee" }));
    expect(router.state.location.search).toBe("?employee=u1");
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.getByLabelText("Employee")).toHaveDisplayValue("Ben Berg");
  });

  // Shows: W133, W135, W136, W137, W138
  it("offers times, employees and statuses to choose from, and asks for the days chosen", async () => {
    const { asked } = serve(aTeam(2));
    const { user, router } = open();
    await card("Ada");
    const offered = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map((option) => option.textContent);
    expect(offered("Date range")).toEqual(["This Week", "Last Week", "This Month", "All Waiting"]);
    expect(offered("Employee")).toEqual(["All Employees", "Ada Berg", "Ben Berg"]);
    expect(offered("Status")).toEqual(["All Status", "Pending", "Approved", "Rejected"]);
    for (const label of ["Date range", "Employee", "Status"]) {
      expect(screen.getByLabelText(label)).toHaveDisplayValue(offered(label)[0] ?? "");
    }
    await user.selectOptions(screen.getByLabelText("Date range"), "This Month");
    // Whole weeks: the one of the first of the month begins in the month before, and today's ends after today.
    await waitFor(() => expect(asked.at(-1)).toBe("?from=2026-10-26&to=2026-12-06"));
    expect(router.state.location.search).toBe("?range=this-month");
    expect(await card("Ben")).toBeVisible();
  });

  // Shows: A4
  it("shows all that waits as whole weeks, and lets a decided one leave", async () => {
    const older = aTeam(1, "2026-11-09").map((entry, index) =>
      index === 0 ? { ...entry, status: "approved" as const } : entry,
    );
    const { asked } = serve([
      ...older,
      ...aTeam(2).map((entry) => ({ ...entry, status: "approved" as const })),
    ]);
    const { user } = open("?range=waiting");
    const ada = await card("Ada");
    expect(asked).toEqual(["?waiting=true"]);
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(within(ada).getByText("Approved")).toBeInTheDocument();
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    expect(await screen.findByText("Nothing waits for approval")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  describe("clean weeks", () => {
    afterEach(() => {
      vi.useRealTimers();
      act(() => toast.clear());
    });
    const long = [{ kind: "long-day" as const, sentence: "More than 12 hours on Tuesday" }];
    const approve = () => screen.findByRole("button", { name: "Approve clean weeks" });

    it("are approved together, and the others stay with their reason", async () => {
      const { sent } = serve(aTeam(3), { remarks: { u1: long } });
      const { user } = open();
      expect(within(await card("Ben")).getByText("More than 12 hours on Tuesday")).toBeVisible();
      const bar = screen.getByRole("region", { name: "Weeks without remarks" });
      expect(bar).toHaveTextContent("Nothing is unusual about 2 of 3 weeks that wait here.");
      expect(bar).toHaveTextContent("1 week remains, with a long day.");
      const [button, ada, ben] = [await approve(), await card("Ada"), await card("Ben")];
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
      fireEvent.click(button);
      await act(() => vi.advanceTimersByTimeAsync(9_900));
      expect(within(ada).getAllByText("Approved")).toHaveLength(3);
      expect(ben).toHaveFocus();
      expect(sent).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(200));
      vi.useRealTimers();
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent).toMatchObject([
        { ids: [`${MONDAY}-0-0`, `${MONDAY}-0-1`, `${MONDAY}-2-0`, `${MONDAY}-2-1`] },
      ]);
      expect(await screen.findByText("2 weeks approved")).toBeVisible();
      expect(await approve()).toBeDisabled();
      await user.click(within(await card("Ben")).getByRole("button", { name: "Approve Week" }));
      await waitFor(() =>
        expect(screen.queryByRole("button", { name: "Approve clean weeks" })).not.toBeInTheDocument(),
      );
    });

    it("wait again when that is undone, and nothing is sent", async () => {
      const { sent } = serve(aTeam(2));
      const { user } = open();
      await user.click(await approve());
      expect(within(await card("Ada")).getAllByText("Approved")).toHaveLength(3);
      await user.click(screen.getByRole("button", { name: "Undo" }));
      await waitFor(async () => expect(within(await card("Ada")).getAllByText("Pending")).toHaveLength(3));
      expect(screen.queryByText("Approving 2 weeks")).not.toBeInTheDocument();
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
      expect(await approve()).toBeEnabled();
      expect(sent).toEqual([]);
    });

    it("are sent at once when the message is dismissed, on leaving the page, and before signing out", async () => {
      for (const leave of [
        () => fireEvent.click(screen.getByRole("button", { name: "Dismiss" })),
        () => fireEvent(window, new Event("pagehide")),
        () => void sendHeld(),
      ]) {
        const { sent } = serve(aTeam(1));
        const { unmount } = open();
        fireEvent.click(await approve());
        await screen.findByText("Approving 1 week");
        leave();
        await waitFor(() => expect(sent).toHaveLength(1));
        unmount();
      }
    });

    it("are as they were where the server refuses", async () => {
      serve(aTeam(2), { refuse: aRefusal("CONFLICT", "Some entries have changed since you opened them.") });
      open();
      fireEvent.click(await approve());
      fireEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
      expect(await screen.findByRole("alert")).toHaveTextContent("Some entries have changed");
      expect(within(await card("Ben")).getAllByText("Pending")).toHaveLength(3);
    });
  });

  // Shows: A5, W134
  it("tells an empty range from a filter that fits nothing", async () => {
    serve(aTeam(1));
    const { user } = open("?status=rejected");
    expect(await screen.findByText("No timesheets match these filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await card("Ada")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Date range"), "Last Week");
    expect(await screen.findByText("No timesheets found")).toBeVisible();
  });

  // Shows: W121
  it("says when the team cannot be loaded", async () => {
    server.use(
      http.get("/api/timesheets/team", ({ response }) =>
        response.untyped(new Response("Bad gateway", { status: 502 })),
      ),
    );
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load team timesheets");
  });
});
