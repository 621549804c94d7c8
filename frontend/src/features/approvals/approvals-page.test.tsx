import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal, aSession, aSessionUser } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { fails, server } from "../../testing/server";
import { aSubstitution, FOR_MARCO, MARCO, serveSubstitutions } from "../../testing/substitutes";
import { aTeam, cardOf, type Hold, openApprovals, serveTeam } from "../../testing/team";
import { switchShortcuts } from "../../ui/shortcuts";

describe("Timesheet Approvals", () => {
  it("shows a card for each week, with seven days", async () => {
    const { asked } = serveTeam(aTeam(1));
    openApprovals();
    const ada = await cardOf("Ada");
    expect(within(ada).getAllByRole("listitem")).toHaveLength(7);
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
    expect(ada).toHaveTextContent("17 h");
    expect(asked).toEqual(["?from=2026-11-16&to=2026-11-22"]);
  });

  it("shows an approval before the server has answered, and sends what was seen", async () => {
    const hold: Hold = { answer: () => undefined };
    const { sent } = serveTeam(aTeam(2), { hold });
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(within(ada).getAllByText("Approved")).toHaveLength(3);
    expect(within(ada).getByRole("button", { name: "Reject Week" })).toBeDisabled();
    expect(await cardOf("Ben")).toHaveFocus();
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

  it("takes an approval back that the server refuses, in the server's words", async () => {
    const message = "Some entries have changed since you opened them. Please review them again.";
    const hold: Hold = { answer: () => undefined };
    const { sent } = serveTeam(aTeam(1), { refuse: aRefusal("CONFLICT", message), hold });
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(within(ada).queryByText("Pending")).not.toBeInTheDocument();
    hold.answer();
    expect(await within(ada).findByText(message)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(message);
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
    expect(within(ada).getByRole("button", { name: "Approve Week" })).toBeEnabled();
  });

  it("has words of its own where the server has none", async () => {
    serveTeam(aTeam(1), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The week could not be approved. Please try again.",
    );
    expect(within(ada).getAllByText("Pending")).toHaveLength(3);
  });

  it("takes a rejection back in the same way, and keeps no reason of it", async () => {
    const { sent } = serveTeam(aTeam(1), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
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
    serveTeam(aTeam(2), { refuse: new Response("Bad gateway", { status: 502 }) });
    const { user } = openApprovals();
    await user.click(within(await cardOf("Ada")).getByRole("button", { name: "Approve Week" }));
    await user.click(within(await cardOf("Ben")).getByRole("button", { name: "Approve Week" }));
    for (const name of ["Ada", "Ben"]) {
      expect(
        await within(await cardOf(name)).findByText("The week could not be approved. Please try again."),
      ).toBeVisible();
      expect(within(await cardOf(name)).getByRole("button", { name: "Approve Week" })).toBeEnabled();
    }
  });

  it("rejects with a reason, and not without one", async () => {
    const { sent } = serveTeam(aTeam(1));
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
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

  it("pages by five, counts cards, and keeps page and size in the address", async () => {
    serveTeam(aTeam(7));
    const { user, router } = openApprovals();
    await cardOf("Ada");
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

  it("is worked off by keyboard, weekly tasks included, but not while somebody writes", async () => {
    const { sent } = serveTeam(aTeam(3));
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.keyboard("jj");
    // Outside of the list letters are letters: somebody may be dictating.
    expect(document.body).toHaveFocus();
    ada.focus();
    await user.keyboard("j");
    expect(await cardOf("Ben")).toHaveFocus();
    await user.keyboard("k{ArrowDown}v");
    expect(screen.getByRole("dialog", { name: "Weekly Tasks" })).toHaveTextContent("Ben at work");
    await user.keyboard("a");
    expect(sent).toEqual([]);
    await user.click(
      within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] ?? document.body,
    );
    expect(await cardOf("Ben")).toHaveFocus();
    await user.keyboard("a");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await cardOf("Cleo")).toHaveFocus();
    await user.keyboard("r");
    await user.keyboard("a reason with j and k");
    expect(screen.getByLabelText("Reason")).toHaveValue("a reason with j and k");
    expect(sent).toHaveLength(1);
  });

  it("leaves the letters alone for somebody who has switched them off, and keeps the arrows", async () => {
    const { sent } = serveTeam(aTeam(3));
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.click(await screen.findByRole("button", { name: /User menu/ }));
    await user.click(screen.getByRole("menuitem", { name: "Turn off letter keys" }));
    ada.focus();
    await user.keyboard("ja{ArrowDown}");
    expect(await cardOf("Ben")).toHaveFocus();
    expect(sent).toEqual([]);
    act(() => switchShortcuts(true));
  });

  it("takes neither half a double click nor a key held down for a decision on the next week", async () => {
    const { sent } = serveTeam(aTeam(3));
    const { user } = openApprovals();
    const ada = await cardOf("Ada");
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const ben = await cardOf("Ben");
    const approve = within(ben).getByRole("button", { name: "Approve Week" });
    fireEvent.click(approve, { detail: 2 });
    fireEvent.keyDown(ben, { key: "a", repeat: true });
    fireEvent.click(approve, { detail: 1 });
    await waitFor(() => expect(sent).toHaveLength(2));
    const cleo = await cardOf("Cleo");
    await waitFor(() => expect(cleo).toHaveFocus());
    fireEvent.keyDown(cleo, { key: "a", repeat: true });
    fireEvent.click(within(cleo).getByRole("button", { name: "Approve Week" }), { detail: 2 });
    await screen.findByText(/Ben Berg approved, 1 left/);
    expect(sent).toHaveLength(2);
  });

  it("narrows to one employee from their card", async () => {
    serveTeam(aTeam(3));
    const { user, router } = openApprovals();
    await user.click(within(await cardOf("Ben")).getByRole("button", { name: "Open Employee" }));
    expect(router.state.location.search).toBe("?employee=u1");
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.getByLabelText("Employee")).toHaveDisplayValue("Ben Berg");
  });

  it("offers times, employees and statuses to choose from, and asks for the days chosen", async () => {
    const { asked } = serveTeam(aTeam(2));
    const { user, router } = openApprovals();
    await cardOf("Ada");
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
    expect(await cardOf("Ben")).toBeVisible();
  });

  it("shows all that waits as whole weeks, and lets a decided one leave", async () => {
    const older = aTeam(1, "2026-11-09").map((entry, index) =>
      index === 0 ? { ...entry, status: "approved" as const } : entry,
    );
    const { asked } = serveTeam([
      ...older,
      ...aTeam(2).map((entry) => ({ ...entry, status: "approved" as const })),
    ]);
    const { user } = openApprovals("?range=waiting");
    const ada = await cardOf("Ada");
    expect(asked).toEqual(["?waiting=true"]);
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(within(ada).getByText("Approved")).toBeInTheDocument();
    await user.click(within(ada).getByRole("button", { name: "Approve Week" }));
    expect(await screen.findByText("Nothing is waiting for approval")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("tells an empty range from a filter that fits nothing", async () => {
    serveTeam(aTeam(1));
    const { user } = openApprovals("?status=rejected");
    expect(await screen.findByText("No timesheets match these filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await cardOf("Ada")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Date range"), "Last Week");
    expect(await screen.findByText("No timesheets found")).toBeVisible();
  });

  it("marks the days off of each person, and not those of everybody else", async () => {
    serveTeam(aTeam(2), { daysOff: { u1: ["2026-11-18", "2026-11-22"] } });
    openApprovals();
    const off = (card: HTMLElement) =>
      within(card)
        .getAllByRole("listitem")
        .filter((day) => day.dataset.off !== undefined)
        .map((day) => day.querySelector("time")?.dateTime);
    expect(off(await cardOf("Ada"))).toEqual(["2026-11-21", "2026-11-22"]);
    expect(off(await cardOf("Ben"))).toEqual(["2026-11-18", "2026-11-22"]);
  });

  it("says when the team cannot be loaded", async () => {
    server.use(fails("/api/timesheets/team"));
    openApprovals();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load team timesheets");
  });

  const TEAMS = { forManager: { u1: MARCO } };
  const substituting = () =>
    server.use(
      sessionAnswers(aSession({ user: aSessionUser({ role: "Manager" }), substituteFor: [FOR_MARCO] })),
    );

  it("shows the weeks of another team to who stands in, told apart and chosen by team", async () => {
    substituting();
    serveTeam(aTeam(2), TEAMS);
    const { user, router } = openApprovals();
    const ben = await cardOf("Ben");
    expect(screen.getByText("You are standing in for Marco Rossi until November 27, 2026.")).toBeVisible();
    expect(within(ben).getByText("for Marco Rossi")).toBeVisible();
    expect(within(await cardOf("Ada")).queryByText("for Marco Rossi")).toBeNull();
    const team = screen.getByRole("combobox", { name: "Team" });
    expect(
      within(team)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["All Teams", "My Team", "Marco Rossi's Team"]);
    const people = () =>
      within(screen.getByRole("combobox", { name: "Employee" }))
        .getAllByRole("option")
        .map((one) => one.textContent);
    expect(people()).toEqual(["All Employees", "Ada Berg", "Ben Berg"]);
    await user.selectOptions(team, "Marco Rossi's Team");
    expect(router.state.location.search).toBe("?team=m1");
    expect(screen.getAllByRole("article")).toEqual([ben]);
    expect(people()).toEqual(["All Employees", "Ben Berg"]);
    // Somebody who was chosen is not looked for in another team.
    await user.selectOptions(screen.getByRole("combobox", { name: "Employee" }), "Ben Berg");
    await user.selectOptions(team, "My Team");
    expect(people()).toEqual(["All Employees", "Ada Berg"]);
    expect(router.state.location.search).toBe("?team=own");
    expect(screen.getAllByRole("article")).toEqual([await cardOf("Ada")]);
  });

  it("tells a team without weeks from one that fits no filter, and shows all where an address names none", async () => {
    substituting();
    serveTeam(aTeam(2));
    const { user, router } = openApprovals("?team=m1");
    expect(await screen.findByText("No timesheets match these filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(router.state.location.search).toBe("");
  });

  it("has one team, and no choice of it, for everybody else", async () => {
    serveTeam(aTeam(1));
    openApprovals("?team=m1");
    expect(await cardOf("Ada")).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Team" })).toBeNull();
    expect(screen.queryByText(/substitute/)).toBeNull();
  });

  it("tells a manager who stands in for them", async () => {
    const other = aSubstitution({ _id: "s2", manager: { ...MARCO, _id: "m9" } });
    serveSubstitutions([other, aSubstitution()]);
    server.use(sessionAnswers(aSession({ user: aSessionUser({ role: "Manager", id: MARCO._id }) })));
    serveTeam(aTeam(1));
    openApprovals();
    expect(await screen.findByText("Anna Berg is your substitute until November 27, 2026.")).toBeVisible();
    expect(screen.getAllByText(/substitute/)).toHaveLength(1);
    expect(await cardOf("Ada")).toBeVisible();
  });

  it("does without that where it cannot be told", async () => {
    server.use(fails("/api/substitutions"));
    serveTeam(aTeam(1));
    openApprovals();
    expect(await cardOf("Ada")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
