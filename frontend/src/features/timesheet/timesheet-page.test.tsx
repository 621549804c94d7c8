import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Timesheet } from "../../domain/types";
import { aCalendarDay, aMonth, LOCKED, OPEN_MONTH } from "../../testing/calendar";
import { aPatternOf, aRefusal, aSessionUser, aTimesheet, TODAY } from "../../testing/fixtures";
import { thisMonth } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { aHold, fails, gives, http, server } from "../../testing/server";

const REJECTED = aTimesheet({
  _id: "01935000-0000-7000-8000-0000000000a2",
  date: "2026-11-18",
  hours: 6,
  description: "Site visit",
  status: "rejected",
  approvalComments: "Please add the minutes.",
});

/** A server with one month; what is submitted is in the calendar afterwards. */
type Served = {
  refuse?: ReturnType<typeof aRefusal>;
  held?: Promise<void>;
  workday?: Parameters<typeof aPatternOf>[1];
  former?: Timesheet;
};

function serve({ refuse, held, workday, former }: Served = {}) {
  const sent: unknown[] = [];
  const asked: string[] = [];
  let submitted: Timesheet | null = null;
  server.use(
    http.get("/api/timesheets/calendar", ({ query, response }) => {
      const month = Number(query.get("month"));
      const year = Number(query.get("year"));
      const prefix = `${year}-${String(month).padStart(2, "0")}`;
      asked.push(prefix);
      const days = aMonth(prefix, {
        [REJECTED.date]: { kind: "entry", entry: REJECTED, isEditable: true, reason: null },
        ...(former && { [former.date]: { kind: "entry", entry: former } }),
      }).map((day) =>
        submitted?.date === day.date
          ? aCalendarDay(day.date, {
              kind: "entry",
              entry: submitted,
              isEditable: false,
              reason: "Timesheet already submitted for this date",
            })
          : day,
      );
      return response(200).json({
        success: true,
        data: {
          days,
          patterns: aPatternOf(prefix, workday),
          month: OPEN_MONTH,
          earliestMonth: "2026-09",
          latestMonth: "2026-11",
        },
      });
    }),
    gives("/api/timesheet-unlock/my-requests", { unlockRequests: [] }),
    http.post("/api/timesheets/my", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      await held;
      if (refuse) return response(refuse.requiresUnlock ? 403 : refuse.errors ? 400 : 409).json(refuse);
      submitted = aTimesheet({ ...body, status: "pending", updatedAt: "2026-11-20T09:00:00Z" });
      return response(201).json({
        success: true,
        message: "Timesheet submitted successfully!",
        data: { timesheet: submitted },
      });
    }),
  );
  return { sent, asked };
}

const open = (search = "") => renderApp({ url: `/employee/timesheet${search}`, as: { role: "Employee" } });
const cell = (name: RegExp) => within(screen.getByRole("grid")).getByRole("button", { name });

describe("Enhanced Timesheet", () => {
  beforeEach(() => sessionStorage.clear());

  it("opens on today and submits it", async () => {
    const { sent } = serve();
    const { user } = open();
    expect(await screen.findByRole("button", { name: "Submit Timesheet" })).toBeEnabled();
    expect(screen.getByLabelText("Date")).toHaveValue("Friday, November 20, 2026");
    expect(screen.getByLabelText("Date")).toHaveAttribute("readonly");

    await user.type(screen.getByLabelText("Hours"), "7:30");
    await user.type(screen.getByLabelText("Task description"), "  Soundings  ");
    await user.click(screen.getByRole("button", { name: "Submit Timesheet" }));

    expect(await screen.findByText("Timesheet submitted successfully!")).toBeVisible();
    expect(sent).toEqual([{ date: TODAY, hours: 7.5, description: "Soundings" }]);
    expect(await screen.findByRole("button", { name: "Timesheet Already Submitted" })).toBeDisabled();
    expect(cell(/November 20, 2026.*7\.5\s*h.*Pending/)).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it("says that it is saving, and takes no second press meanwhile", async () => {
    const { held, answer } = aHold();
    const { sent } = serve({ held });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Full day 9 h" }));
    await user.type(screen.getByLabelText("Task description"), "Soundings");
    await user.click(screen.getByRole("button", { name: "Submit Timesheet" }));
    const saving = await screen.findByRole("button", { name: "Saving..." });
    await user.click(saving);
    expect(cell(/November 20, 2026.*Saving\.\.\./)).toBeInTheDocument();
    answer();
    expect(await screen.findByRole("button", { name: "Timesheet Already Submitted" })).toBeDisabled();
    expect(screen.queryByText("Saving...")).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("shows leave with its type and part, and dashed while it waits", async () => {
    const reason = "You have leave on this date. Cancel it first if you worked.";
    const leave = (part: "full" | "afternoon", status: "approved" | "pending") => [
      { requestId: `${part} ${status}`, date: "2026-11-16", part, leaveType: "Annual Leave", status },
    ];
    serve();
    server.use(
      thisMonth({
        "2026-11-16": { kind: "leave", reason, leave: leave("full", "approved") },
        "2026-11-17": { kind: "leave", reason, leave: leave("full", "pending") },
        "2026-11-18": { leave: leave("afternoon", "approved") },
      }),
    );
    const { user } = open();
    const whole = await waitFor(() => cell(/November 16, 2026.*Leave/));
    expect(whole).toHaveAttribute("data-status", "leave");
    expect(whole).toHaveAccessibleDescription(`Annual Leave. ${reason}`);
    await user.click(whole);
    const panel = within(screen.getByRole("region", { name: "Entry for the chosen day" }));
    expect(panel.getByText("Annual Leave")).toBeVisible();
    expect(panel.getByText(reason)).toBeVisible();
    const waits = cell(/November 17, 2026.*Leave/);
    expect(waits).toHaveAttribute("data-status", "leave-pending");
    const half = cell(/November 18, 2026.*Leave/);
    expect(half).toHaveAttribute("data-status", "past");
    expect(half).toHaveAccessibleDescription(/^Annual Leave, afternoon/);
    const legend = within(screen.getByRole("list", { name: "Legend" }));
    expect(legend.getByText("Leave, pending")).toBeVisible();
  });

  it("explains its marks", async () => {
    serve();
    open();
    const legend = within(await screen.findByRole("list", { name: "Legend" }));
    const marks = legend.getAllByRole("listitem");
    const words = [
      "Today",
      "Approved",
      "Pending",
      "Rejected",
      "Approved unlock",
      "Past date",
      "Before joining",
      "Weekend",
      "Holiday",
      "Leave",
    ];
    expect(marks).toHaveLength(words.length);
    for (const [index, word] of words.entries())
      expect(marks[index]).toHaveTextContent(new RegExp(`${word}$`));
  });

  it("fills in a full day of 9 hours or a half day of 5 by one press", async () => {
    serve();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Full day 9 h" }));
    expect(screen.getByLabelText("Hours")).toHaveValue("9");
    await user.click(screen.getByRole("button", { name: "Half day 5 h" }));
    expect(screen.getByLabelText("Hours")).toHaveValue("5");
    await user.type(screen.getByLabelText("Hours"), "{ArrowUp}");
    expect(screen.getByLabelText("Hours")).toHaveValue("5.5");
  });

  it("asks for both hours and description before it asks the server", async () => {
    const { sent } = serve();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Submit Timesheet" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Please fill in both hours and task description");
    expect(screen.getByLabelText("Hours")).toHaveFocus();
    await user.type(screen.getByLabelText("Hours"), "9");
    await user.type(screen.getByLabelText("Task description"), "   ");
    await user.click(screen.getByRole("button", { name: "Submit Timesheet" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Please fill in both hours and task description");
    expect(sent).toEqual([]);
  });

  it("shows the server's sentence at the field that is to blame, and keeps what was written", async () => {
    serve({
      refuse: aRefusal("VALIDATION_FAILED", "Please check the entry", {
        errors: { hours: "Hours must be between 0 and 24 in steps of 0.5" },
      }),
    });
    const { user } = open();
    await user.type(await screen.findByLabelText("Hours"), "25");
    await user.type(screen.getByLabelText("Task description"), "Soundings");
    await user.click(screen.getByRole("button", { name: "Submit Timesheet" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Hours")).toHaveAccessibleDescription(
        "Hours must be between 0 and 24 in steps of 0.5",
      ),
    );
    expect(screen.getByLabelText("Hours")).toBeInvalid();
    expect(screen.getByLabelText("Task description")).toHaveValue("Soundings");
  });

  it("says in the server's words that a date has to be unlocked", async () => {
    const message = "This rejected timesheet requires approval to unlock. Please contact your manager.";
    serve({ refuse: aRefusal("DATE_LOCKED", message, { requiresUnlock: true }) });
    const { user } = open("?date=2026-11-18");
    await user.click(await screen.findByRole("button", { name: "Submit Timesheet" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
  });

  it("shows a rejected day with its comment and its old words, ready to be corrected", async () => {
    const { sent } = serve();
    const { user } = open("?date=2026-11-18");
    expect(await screen.findByText("Please add the minutes.")).toBeVisible();
    expect(screen.getByLabelText("Hours")).toHaveValue("6");
    await user.type(screen.getByLabelText("Task description"), " and minutes");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(sent).toEqual([{ date: "2026-11-18", hours: 6, description: "Site visit and minutes" }]),
    );
  });

  it("keeps a day closed that cannot be filled, and gives its reason", async () => {
    serve();
    const { user, router } = open();
    await screen.findByRole("button", { name: "Submit Timesheet" });
    await user.click(cell(/November 12, 2026/));
    expect(await screen.findByRole("button", { name: "Select Today's Date" })).toBeDisabled();
    expect(screen.getByLabelText("Hours")).toBeDisabled();
    expect(screen.getAllByText(LOCKED).filter((one) => one.closest("form"))).toHaveLength(1);
    expect(router.state.location.search).toBe("?date=2026-11-12");
  });

  it("offers the words of the month before where this one has none yet", async () => {
    serve({ former: aTimesheet({ date: "2026-10-30", description: "Cranes" }) });
    const { user } = open("?date=2026-11-18");
    await user.clear(await screen.findByLabelText("Task description"));
    await user.click(await screen.findByRole("button", { name: "Same as Fri, Oct 30" }));
    expect(screen.getByLabelText("Task description")).toHaveValue("Cranes");
  });

  it("fills today in as the last day was, ready to be sent", async () => {
    const { sent } = serve({ former: aTimesheet({ date: "2026-11-19", hours: 7.5, description: "Cranes" }) });
    const { user, router } = open("?again=1");
    await waitFor(() => expect(screen.getByRole("button", { name: "Submit Timesheet" })).toHaveFocus());
    expect(screen.getByLabelText("Hours")).toHaveValue("7.5");
    expect(router.state.location.search).toBe("");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent).toEqual([{ date: TODAY, hours: 7.5, description: "Cranes" }]));
  });

  it("leaves what somebody has begun to write for today", async () => {
    serve({ former: aTimesheet({ date: "2026-11-19", description: "Cranes" }) });
    const { user, unmount } = open();
    await user.type(await screen.findByLabelText("Task description"), "Half a thought");
    unmount();
    const { router } = open("?again=1");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(screen.getByLabelText("Task description")).toHaveValue("Half a thought");
  });

  it("keeps an unsent day while another one is looked at", async () => {
    serve();
    const { user } = open();
    await user.type(await screen.findByLabelText("Task description"), "Half a thought");
    await user.click(cell(/November 12, 2026/));
    await screen.findByRole("button", { name: "Select Today's Date" });
    await user.click(cell(/November 20, 2026/));
    await screen.findByRole("button", { name: "Submit Timesheet" });
    expect(screen.getByLabelText("Task description")).toHaveValue("Half a thought");
    expect(Object.keys(sessionStorage)).toEqual([`daybook.draft.${aSessionUser().id}.${TODAY}`]);
  });

  it("takes a figure typed on the calendar as the start of the hours, once", async () => {
    serve();
    const { user } = open();
    await screen.findByRole("button", { name: "Submit Timesheet" });
    cell(/November 20, 2026/).focus();
    await user.keyboard("7.5");
    expect(screen.getByLabelText("Hours")).toHaveFocus();
    expect(screen.getByLabelText("Hours")).toHaveValue("7.5");
    await user.type(screen.getByLabelText("Task description"), "Soundings{Control>}{Enter}{/Control}");
    await screen.findByRole("button", { name: "Timesheet Already Submitted" });
    expect(screen.getByLabelText("Hours")).toHaveValue("7.5");
  });

  it("keeps the month in the address and asks for no month beyond the limits", async () => {
    const { asked } = serve();
    const { user, router } = open("?month=2025-01");
    expect(await screen.findByRole("heading", { name: "September 2026" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Next month" }));
    expect(router.state.location.search).toBe("?month=2026-10");
    await user.click(screen.getByRole("button", { name: "Current month" }));
    expect(router.state.location.search).toBe("");
    expect(screen.getByRole("button", { name: "Next month" })).toBeDisabled();
    await waitFor(() => expect(new Set(asked)).toEqual(new Set(["2026-11", "2026-09", "2026-10"])));
  });

  it("says so where an old link names a day that the calendar no longer shows", async () => {
    serve();
    const { user } = open("?date=2026-07-14");
    const note =
      "Tuesday, July 14, 2026 cannot be shown: your calendar runs from September 2026 to November 2026.";
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.getByRole("heading", { name: "September 2026" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Current month" }));
    expect(screen.queryByText(note)).toBeNull();
  });

  it("says when the calendar cannot be loaded, and tries again", async () => {
    serve();
    server.use(fails("/api/timesheets/calendar"));
    const { user } = open();
    expect(await screen.findByText("Failed to fetch timesheet data")).toBeVisible();
    serve();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("button", { name: "Submit Timesheet" })).toBeEnabled();
  });
});
