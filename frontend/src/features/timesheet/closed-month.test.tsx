import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aClosedMonth, aMonth, OPEN_MONTH } from "../../testing/calendar";
import { aPatternOf, aSession, aTimesheet } from "../../testing/fixtures";
import { sessionAnswers } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const CLOSED = "The month October 2026 has been processed and is closed";

/** October is closed until a test says otherwise; its 7th was approved. */
function serve() {
  const october = { standing: aClosedMonth(2) };
  server.use(
    http.get("/api/timesheets/calendar", ({ query, response }) => {
      const key = `${query.get("year")}-${query.get("month")?.padStart(2, "0")}`;
      const isClosed = key === "2026-10" && october.standing.isClosed;
      const entry = aTimesheet({ date: "2026-10-07", status: "approved" });
      const days = aMonth(key, { "2026-10-07": { kind: "entry", entry } }).map((day) =>
        key === "2026-10" ? { ...day, isEditable: !isClosed, reason: isClosed ? CLOSED : null } : day,
      );
      return response(200).json({
        success: true,
        data: {
          days,
          patterns: aPatternOf(key),
          month: key === "2026-10" ? october.standing : OPEN_MONTH,
          earliestMonth: "2026-09",
          latestMonth: "2026-11",
        },
      });
    }),
    gives("/api/timesheet-unlock/my-requests", { unlockRequests: [] }),
  );
  return october;
}

const open = (search: string) => renderApp({ url: `/employee/timesheet${search}`, as: { role: "Employee" } });
const calendar = () => within(screen.getByRole("region", { name: "Calendar" }));
const panel = () => within(screen.getByRole("region", { name: "Entry for the chosen day" }));

describe("a closed month", () => {
  it("says so with its revision and the day of the close, and no day of it can be filled", async () => {
    serve();
    const { user } = open("?month=2026-10");
    expect(await screen.findByText("Revision 2, closed on November 2, 2026")).toBeVisible();
    expect(calendar().getByText("Closed")).toBeVisible();
    const days = screen.getAllByRole("button", { name: /October \d+, 2026/ });
    expect(days).toHaveLength(31);
    for (const day of days) {
      expect(day).not.toHaveAttribute("data-fill");
      expect(day).toHaveAccessibleDescription(CLOSED);
    }
    await user.click(screen.getByRole("button", { name: /October 7, 2026/ }));
    expect(panel().getByText(CLOSED)).toBeVisible();
    expect(panel().getByLabelText("Hours")).toBeDisabled();
    expect(panel().getByLabelText("Task description")).toBeDisabled();
    expect(panel().getByRole("button", { name: "Select Today's Date" })).toBeDisabled();
    expect(panel().queryByRole("button", { name: "Ask for unlock" })).toBeNull();
    expect(panel().queryByRole("region", { name: "Also open" })).toBeNull();
  });

  it("names the day of the close as the organisation's clocks had it", async () => {
    serve();
    server.use(sessionAnswers(aSession({ timezone: "Pacific/Pago_Pago" })));
    open("?month=2026-10");
    expect(await screen.findByText("Revision 2, closed on November 1, 2026")).toBeVisible();
  });

  it("is open again as soon as somebody has reopened it", async () => {
    const october = serve();
    open("?month=2026-10");
    await screen.findByText("Revision 2, closed on November 2, 2026");
    october.standing = OPEN_MONTH;
    await hears("months");
    await waitFor(() => expect(calendar().queryByText("Closed")).toBeNull());
    expect(screen.getByRole("button", { name: /October 7, 2026/ })).toHaveAttribute("data-fill");
  });

  it("says nothing of a month that is not", async () => {
    serve();
    open("?month=2026-09");
    expect(await screen.findByRole("heading", { name: "September 2026" })).toBeVisible();
    expect(await screen.findByText("Recorded this month")).toBeVisible();
    expect(screen.queryByText(/^Revision/)).toBeNull();
    expect(screen.queryByText("Closed")).toBeNull();
  });
});
