import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../api/schema";
import { violations } from "../testing/axe";
import { aTimesheet } from "../testing/fixtures";
import { thisMonth } from "../testing/handlers";
import { box, open as openPerson, serve as servePerson } from "../testing/person-calendar";
import { renderApp } from "../testing/render";
import { failsLater, gives, http, server } from "../testing/server";
import { aTeam, cardOf, openApprovals, serveTeam } from "../testing/team";

type HistoryRow = components["schemas"]["HistoryRow"];

const MAX = { firstName: "Max", lastName: "Weber" };
const aVersion = (version: number, changes: Partial<HistoryRow>): HistoryRow => ({
  version,
  at: `2026-11-1${version}T09:00:00Z`,
  what: "submitted",
  by: MAX,
  onBehalfOf: null,
  hours: 8,
  description: "Site visit on the north pier",
  comment: null,
  ...changes,
});

const HISTORY = [
  aVersion(1, {}),
  aVersion(2, {
    what: "rejected",
    by: { firstName: "Marco", lastName: "Rossi" },
    comment: "Please add the minutes.",
  }),
  aVersion(3, { what: "resubmitted", hours: 9, description: "Site visit on the north pier and minutes" }),
  aVersion(4, {
    what: "approved",
    by: { firstName: "Anna", lastName: "Berg" },
    onBehalfOf: { firstName: "Marco", lastName: "Rossi" },
    hours: 9,
    description: "Site visit on the north pier and minutes",
  }),
];

/** The employee's page, on a day with an entry. */
function openDay() {
  const entry = aTimesheet({ _id: "t1", date: "2026-11-18" });
  server.use(
    thisMonth({ "2026-11-18": { kind: "entry", entry } }),
    gives("/api/timesheet-unlock/my-requests", { unlockRequests: [] }),
  );
  return renderApp({ url: "/employee/timesheet?date=2026-11-18", as: {} });
}
const link = (date: string) => screen.findByRole("button", { name: `History of ${date}` });
const dialog = () => screen.findByRole("dialog", { name: "History" });

describe("the history of an entry", () => {
  it("has a row for each version, oldest first, with what changed marked", async () => {
    server.use(
      http.get("/api/timesheets/{id}/history", ({ params, response }) =>
        response(200).json({ success: true, data: { history: params.id === "t1" ? HISTORY : [] } }),
      ),
    );
    const { user } = openDay();
    await user.click(await link("Wednesday, November 18, 2026"));
    const found = within(await dialog());
    expect(found.getByText("Wednesday, November 18, 2026")).toBeVisible();
    const versions = await found.findAllByRole("listitem");
    expect(versions).toHaveLength(4);
    const [first, rejected, again, approved] = versions as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    expect(first).toHaveTextContent("SubmittedNov 11, 2026, 9:00 AMMax Weber");
    expect(first).toHaveTextContent("8 h");
    expect(first).toHaveTextContent("Site visit on the north pier");
    expect(first.querySelectorAll("ins, del")).toHaveLength(0);
    expect(rejected).toHaveTextContent(
      "RejectedNov 12, 2026, 9:00 AMMarco RossiCommentPlease add the minutes.",
    );
    expect(again).toHaveTextContent("Resubmitted");
    expect([...again.querySelectorAll("del")].map((one) => one.textContent)).toEqual(["was 8 h"]);
    expect([...again.querySelectorAll("ins")].map((one) => one.textContent)).toEqual([
      ", now 9 h",
      "[added:  and minutes]",
    ]);
    expect(approved).toHaveTextContent(/^ApprovedNov 14, 2026, 9:00 AMAnna Berg for Marco Rossi$/);
    expect(await violations()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await link("Wednesday, November 18, 2026")).toHaveFocus();
  });

  it("waits and fails in words", async () => {
    const answer = failsLater("/api/timesheets/{id}/history");
    const { user } = openDay();
    await user.click(await link("Wednesday, November 18, 2026"));
    const found = within(await dialog());
    // It stands there twice in turn: while the list is loaded, and while what is in it is.
    await waitFor(() => expect(found.getByText("Loading history...")).toBeVisible());
    answer();
    expect(await found.findByText("Failed to load the history")).toBeVisible();
  });

  it("opens from a week of the team, above its tasks", async () => {
    serveTeam(aTeam(1));
    server.use(gives("/api/timesheets/{id}/history", { history: HISTORY.slice(0, 1) }));
    const { user } = openApprovals();
    await user.click(within(await cardOf("Ada")).getByRole("button", { name: "View Weekly Tasks" }));
    await user.click(await link("Monday, November 16, 2026"));
    expect(await within(await dialog()).findAllByRole("listitem")).toHaveLength(1);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toHaveAccessibleName("Weekly Tasks");
  });

  it("opens from the day of somebody else's calendar", async () => {
    servePerson();
    server.use(gives("/api/timesheets/{id}/history", { history: HISTORY }));
    const { user } = openPerson("?date=2026-11-06");
    const day = within(await box("Timesheet for Friday, November 6, 2026"));
    await user.click(day.getByRole("button", { name: "History of Friday, November 6, 2026" }));
    expect(await within(await dialog()).findAllByRole("listitem")).toHaveLength(4);
    await user.click(
      within(await dialog())
        .getAllByRole("button", { name: "Close" })
        .at(-1) as HTMLElement,
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
