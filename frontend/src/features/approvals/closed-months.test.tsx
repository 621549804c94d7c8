import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Timesheet, WeekStatus } from "../../domain/types";
import { aSession, aSessionUser, aTimesheet } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { gives, server } from "../../testing/server";
import { hears } from "../../testing/socket";
import { FOR_MARCO } from "../../testing/substitutes";
import { cardOf, openApprovals, serveTeam } from "../../testing/team";

const ADA = { _id: "u0", firstName: "Ada", lastName: "Berg", employeeId: "EMP1000" };
const entry = (date: string, status: Timesheet["status"] = "pending") =>
  aTimesheet({ _id: date, date, status, user: ADA, updatedAt: "2026-11-10T08:00:00Z" });

/** A week over the end of October, which is closed; the day of November is open. */
function serve(entries = [entry("2026-10-29"), entry("2026-10-30"), entry("2026-11-01")]) {
  const { sent } = serveTeam(entries);
  const team = { closedMonths: ["2026-10"], status: "pending" as WeekStatus };
  server.use(
    gives("/api/timesheets/team", () => ({
      timesheets: entries,
      weeks: [
        {
          userId: ADA._id,
          weekStart: "2026-10-26",
          status: team.status,
          totalHours: 27,
          daysOff: ["2026-10-31", "2026-11-01"],
          remarks: [],
          forManager: null,
        },
      ],
      leave: [],
      closedMonths: team.closedMonths,
    })),
  );
  return { sent, team };
}

const button = (card: HTMLElement, name: string) => within(card).getByRole("button", { name });
const locked = (card: HTMLElement) =>
  within(card)
    .getAllByRole("listitem")
    .filter((day) => within(day).queryByText("Closed") !== null)
    .map((day) => day.querySelector("time")?.dateTime);

describe("a week with days of a closed month", () => {
  it("has a lock on them, and approves the others alone", async () => {
    const { sent } = serve();
    const { user } = openApprovals("?range=this-month");
    const ada = await cardOf("Ada");
    expect(locked(ada)).toEqual([
      "2026-10-26",
      "2026-10-27",
      "2026-10-28",
      "2026-10-29",
      "2026-10-30",
      "2026-10-31",
    ]);
    await user.click(button(ada, "Approve Week"));
    await waitFor(() =>
      expect(sent).toEqual([{ ids: ["2026-11-01"], expected: { "2026-11-01": "2026-11-10T08:00:00Z" } }]),
    );
  });

  it("rejects the others alone", async () => {
    const { sent } = serve();
    const { user } = openApprovals("?range=this-month");
    await user.click(button(await cardOf("Ada"), "Reject Week"));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason"), "Which ticket?");
    await user.click(dialog.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(sent).toMatchObject([{ ids: ["2026-11-01"], comment: "Which ticket?" }]));
  });

  it("cannot be decided where nothing else is left, and says so in its tasks too", async () => {
    serve([entry("2026-10-29"), entry("2026-10-30", "rejected")]);
    const { user } = openApprovals("?range=this-month");
    const ada = await cardOf("Ada");
    expect(button(ada, "Approve Week")).toBeDisabled();
    expect(button(ada, "Reject Week")).toBeDisabled();
    ada.focus();
    await user.keyboard("ar");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(button(ada, "View Weekly Tasks"));
    expect(within(screen.getByRole("dialog")).getAllByText("Closed")).toHaveLength(6);
  });

  it("waits for nobody with what is pending in it", async () => {
    serve([entry("2026-10-29"), entry("2026-11-01", "approved")]);
    openApprovals("?range=waiting");
    expect(await screen.findByText("Nothing is waiting for approval")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve clean weeks" })).toBeNull();
  });

  it("can be decided whole again once that is reopened", async () => {
    const { team } = serve([entry("2026-10-29")]);
    openApprovals("?range=this-month");
    expect(button(await cardOf("Ada"), "Approve Week")).toBeDisabled();
    team.closedMonths = [];
    await hears("months");
    await waitFor(async () => expect(button(await cardOf("Ada"), "Approve Week")).toBeEnabled());
    expect(locked(await cardOf("Ada"))).toEqual([]);
  });

  it.each(["HR", "Admin"] as const)("is locked for %s who stand in, too", async (role) => {
    serve([entry("2026-10-29")]);
    const user = aSessionUser({ role });
    server.use(sessionAnswers(aSession({ user, substituteFor: [FOR_MARCO] })));
    renderApp({ url: `/${role.toLowerCase()}/approvals?range=this-month`, as: user });
    const ada = await cardOf("Ada");
    expect(locked(ada)).toHaveLength(6);
    expect(button(ada, "Approve Week")).toBeDisabled();
  });
});
