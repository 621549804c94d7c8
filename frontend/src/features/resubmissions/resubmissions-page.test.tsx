import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Resubmission } from "../../domain/types";
import type { CurrentSession } from "../../session/current";
import { aResubmission, aSession, aSessionUser } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { ANNA, aSubstitution, FOR_MARCO, MARCO, serveSubstitutions } from "../../testing/substitutes";

type Serving = { fails?: boolean } & Partial<CurrentSession>;

const MANAGER = { role: "Manager", firstName: "Maren", lastName: "Holt" } as const;

function serve(notifications: Resubmission[], { fails = false, ...session }: Serving = {}) {
  let all = notifications;
  const sent: string[][] = [];
  server.use(
    gives("/api/timesheets/notifications/resubmissions", () => ({ notifications: all })),
    http.post("/api/timesheets/notifications/viewed", async ({ request, response }) => {
      const { notificationIds } = await request.json();
      sent.push(notificationIds);
      if (fails) return response.untyped(new Response("Bad gateway", { status: 502 }));
      all = all.map((one) =>
        notificationIds.includes(one._id) ? { ...one, status: "viewed" as const } : one,
      );
      return response(200).json({ success: true, data: { updated: notificationIds.length } });
    }),
    gives("/api/session", () =>
      aSession({
        user: aSessionUser(MANAGER),
        badges: { notifications: all.filter((one) => one.status === "pending").length, leave: 0 },
        ...session,
      }),
    ),
  );
  return sent;
}

const open = () => renderApp({ url: "/manager/resubmission-notifications", as: MANAGER });
const marks = (page: HTMLElement, tag: "del" | "ins") =>
  [...page.querySelectorAll(tag)].map((mark) =>
    [...mark.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join(""),
  );

describe("Resubmitted Timesheets", () => {
  it("shows what was changed, and why it had been rejected", async () => {
    serve([aResubmission("r1")]);
    open();
    const item = await screen.findByRole("article", {
      name: /Ada Berg EMP1007 Wednesday, November 18, 2026/,
    });
    expect(within(item).getByText("Pending Review")).toBeVisible();
    expect(marks(item, "del")).toEqual(["9 h"]);
    expect(marks(item, "ins")).toEqual(["7.5 h", " and minutes"]);
    expect(within(item).getByText("Please split the visit from the minutes.")).toBeVisible();
    expect(within(item).getByRole("link", { name: /Review this week/ })).toHaveAttribute(
      "href",
      "/manager/team-timesheets?range=waiting&employee=u1",
    );
  });

  it("says where nothing was changed", async () => {
    serve([aResubmission("r1", { previous: { hours: 7.5, description: "Site visit and minutes" } })]);
    open();
    const item = await screen.findByRole("article");
    expect(within(item).getAllByText("unchanged")).toHaveLength(2);
    expect(marks(item, "del")).toEqual([]);
  });

  it("groups by week, newest first", async () => {
    serve([
      aResubmission("r1", { weekStart: "2026-11-09" }),
      aResubmission("r2"),
      aResubmission("r3", { weekStart: "2026-11-09" }),
    ]);
    open();
    const weeks = await screen.findAllByRole("heading", { level: 2 });
    expect(weeks.map((week) => week.textContent?.replace(/\s/g, " "))).toEqual([
      "November 16 – 22, 2026",
      "November 9 – 15, 2026",
    ]);
    expect(within(screen.getByRole("region", { name: /November 9/ })).getAllByRole("article")).toHaveLength(
      2,
    );
  });

  it("marks one as viewed, then all; the badge falls with them", async () => {
    const sent = serve([aResubmission("r1"), aResubmission("r2"), aResubmission("r3")]);
    const { user } = open();
    await screen.findAllByRole("article");
    expect(screen.getAllByText(", 3 to read")).not.toHaveLength(0);
    await user.click(screen.getAllByRole("button", { name: /^Mark as Viewed/ })[0] ?? document.body);
    expect(screen.getAllByText("Pending Review")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: /^Mark as Viewed/ })[0]).toHaveFocus();
    await waitFor(() => expect(screen.getAllByText(", 2 to read")).not.toHaveLength(0));
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(sent).toEqual([["r1"], ["r2", "r3"]]));
    expect(screen.getAllByText("Viewed")).toHaveLength(3);
    expect(screen.queryByRole("button", { name: /Viewed/ })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.queryAllByText(/to read/)).toEqual([]));
  });

  it("takes the mark back when it could not be kept", async () => {
    serve([aResubmission("r1")], { fails: true });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /^Mark as Viewed/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The notification could not be marked as viewed. Please try again.",
    );
    expect(screen.getByText("Pending Review")).toBeVisible();
  });

  it("says when there is nothing to review", async () => {
    serve([]);
    open();
    expect(await screen.findByText("No resubmitted timesheets to review")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark All as Viewed" })).not.toBeInTheDocument();
  });

  it("says when they cannot be loaded", async () => {
    server.use(fails("/api/timesheets/notifications/resubmissions"));
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load notifications");
  });

  it("shows those of another team to who stands in, told apart and chosen by team", async () => {
    const sent = serve([aResubmission("r1"), aResubmission("r2", { forManager: MARCO })], {
      substituteFor: [FOR_MARCO],
    });
    const { user, router } = open();
    expect(
      await screen.findByText("You are standing in for Marco Rossi until November 27, 2026."),
    ).toBeVisible();
    const items = () => screen.getAllByRole("article");
    expect(items().map((item) => within(item).queryByText("for Marco Rossi") !== null)).toEqual([
      false,
      true,
    ]);
    const team = screen.getByRole("combobox", { name: "Team" });
    expect(
      within(team)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["All Teams", "My Team", "Marco Rossi's Team"]);
    await user.selectOptions(team, "My Team");
    expect(items()).toHaveLength(1);
    expect(router.state.location.search).toBe("?team=own");
    await user.selectOptions(team, "Marco Rossi's Team");
    expect(items()).toHaveLength(1);
    // All that are shown, and no others.
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(sent).toEqual([["r2"]]));
    await user.selectOptions(team, "All Teams");
    expect(items()).toHaveLength(2);
    expect(screen.getByText("Pending Review")).toBeVisible();
  });

  it("tells a manager who stands in for them, and offers no choice of one team", async () => {
    serve([aResubmission("r1")], { user: aSessionUser({ ...MANAGER, id: MARCO._id }) });
    serveSubstitutions([aSubstitution({ substitute: ANNA })]);
    open();
    expect(await screen.findByText("Anna Berg is your substitute until November 27, 2026.")).toBeVisible();
    expect(screen.getByRole("article")).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Team" })).toBeNull();
  });
});
