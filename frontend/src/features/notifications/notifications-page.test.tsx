import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Notice, Timesheet, WeekSummary } from "../../domain/types";
import { aMonth, OPEN_MONTH } from "../../testing/calendar";
import { aPatternOf, aSession, aTimesheet } from "../../testing/fixtures";
import { emptyEmployee } from "../../testing/handlers";
import { aLeave } from "../../testing/leave";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";

const TOO_LATE = "This rejected timesheet requires approval to unlock. Please contact your manager.";

function aNotice(id: string, changes: Partial<Notice> = {}): Notice {
  return {
    _id: id,
    kind: "rejected",
    title: `Notice ${id}`,
    body: "Wednesday was rejected.",
    date: "2026-11-18",
    link: null,
    isRead: false,
    createdAt: "2026-11-19T15:00:00Z",
    ...changes,
  };
}

type Served = {
  timesheets?: Timesheet[];
  weeks?: WeekSummary[];
  notices?: Notice[];
  /** The days that the calendar opens, and the months that it holds. */
  editable?: string[];
  months?: [string, string];
  markFails?: boolean;
};

function serve({
  timesheets = [],
  weeks = [],
  notices = [],
  editable = [],
  months = ["2026-09", "2026-11"],
  markFails = false,
}: Served) {
  let all = notices;
  const sent: string[][] = [];
  const calendars: string[] = [];
  const unread = () => all.filter((one) => !one.isRead).length;
  server.use(
    gives("/api/timesheets/my", { timesheets, weeks }),
    http.get("/api/timesheets/calendar", ({ query, response }) => {
      const key = `${query.get("year")}-${query.get("month")?.padStart(2, "0")}`;
      calendars.push(key);
      const days = aMonth(key).map((day) => {
        const entry = timesheets.find((one) => one.date === day.date) ?? null;
        const isEditable = editable.includes(day.date);
        return entry
          ? { ...day, kind: "entry" as const, entry, isEditable, reason: isEditable ? null : TOO_LATE }
          : day;
      });
      return response(200).json({
        success: true,
        data: {
          days,
          patterns: aPatternOf(key),
          month: OPEN_MONTH,
          earliestMonth: months[0],
          latestMonth: months[1],
        },
      });
    }),
    http.get("/api/notifications", ({ query, response }) => {
      const limit = Number(query.get("limit"));
      const page = Number(query.get("page") ?? 1);
      return response(200).json({
        success: true,
        data: {
          notifications: all.slice((page - 1) * limit, page * limit),
          unread: unread(),
          pagination: { current: page, pages: Math.ceil(all.length / limit), total: all.length },
        },
      });
    }),
    http.post("/api/notifications/viewed", async ({ request, response }) => {
      const { notificationIds } = await request.json();
      sent.push(notificationIds);
      if (markFails) return response.untyped(new Response("Bad gateway", { status: 502 }));
      all = all.map((one) => (notificationIds.includes(one._id) ? { ...one, isRead: true } : one));
      return response(200).json({ success: true, data: { updated: notificationIds.length } });
    }),
    gives("/api/session", () => aSession({ badges: { notifications: unread(), leave: 0 } })),
  );
  return { sent, calendars };
}

const open = () => renderApp({ url: "/employee/notifications", as: { role: "Employee" } });
const mark = (id: string) => screen.findByRole("button", { name: `Mark as Viewed: Notice ${id}` });
const news = async () => within(await screen.findByRole("region", { name: "Notices" }));

describe("Timesheet Notifications", () => {
  it("shows each week with its status, its days, and the comments of the manager", async () => {
    const { calendars } = serve({
      timesheets: [
        aTimesheet({ _id: "t1", date: "2026-11-16", status: "approved" }),
        aTimesheet({
          _id: "t2",
          date: "2026-11-18",
          status: "rejected",
          approvalComments: "Please add the minutes.",
        }),
        aTimesheet({ _id: "t3", date: "2026-11-13", status: "approved" }),
      ],
      weeks: [
        { weekStart: "2026-11-09", status: "approved", totalHours: 9 },
        { weekStart: "2026-11-16", status: "partially-rejected", totalHours: 18 },
        { weekStart: "2026-11-02", status: "none", totalHours: 0 },
      ],
      editable: ["2026-11-18"],
    });
    open();
    const [newest, older, ...others] = await screen.findAllByRole("article");
    expect(others).toEqual([]);
    expect(newest).toHaveAccessibleName(/November 16/);
    expect(older).toHaveAccessibleName(/November 9/);
    const week = within(newest ?? document.body);
    expect(week.getByText("Partially rejected")).toBeVisible();
    const days = week.getAllByRole("listitem");
    expect(days.map((day) => day.querySelector("time")?.dateTime)).toEqual(["2026-11-18", "2026-11-16"]);
    expect(within(days[0] ?? document.body).getByText("Please add the minutes.")).toBeVisible();
    const fix = await screen.findByRole("link", { name: "Fix this day, Wednesday, November 18, 2026" });
    expect(fix).toHaveAttribute("href", "/employee/timesheet?date=2026-11-18");
    expect(calendars).toEqual(["2026-11"]);
  });

  it("offers to fix only what the server opens, and says why another day is closed", async () => {
    const rejected = ["2026-11-18", "2026-10-07", "2026-07-15"];
    const { calendars } = serve({
      timesheets: rejected.map((date) => aTimesheet({ _id: date, date, status: "rejected" })),
      weeks: ["2026-11-16", "2026-10-05", "2026-07-13"].map((weekStart) => ({
        weekStart,
        status: "rejected" as const,
        totalHours: 9,
      })),
      editable: ["2026-11-18"],
    });
    open();
    const openable = await screen.findByRole("link", { name: /^Open this day/ });
    expect(openable).toHaveAttribute("href", "/employee/timesheet?date=2026-10-07");
    const closed = within(screen.getByRole("article", { name: /October 5/ }));
    expect(closed.getByText(TOO_LATE)).toBeVisible();
    expect(screen.getAllByRole("link", { name: /^Fix this day/ })).toHaveLength(1);
    // July lies before the calendar, which is not asked for it.
    expect(within(screen.getByRole("article", { name: /July 13/ })).queryByRole("link")).toBeNull();
    expect(calendars).toEqual(["2026-11", "2026-10"]);
  });

  it("leads to the day all the same where the calendar cannot be asked", async () => {
    serve({
      timesheets: [aTimesheet({ date: "2026-11-18", status: "rejected" })],
      weeks: [{ weekStart: "2026-11-16", status: "rejected", totalHours: 9 }],
    });
    server.use(fails("/api/timesheets/calendar"));
    open();
    expect(await screen.findByRole("link", { name: /^Open this day/ })).toBeVisible();
  });

  it("marks one as viewed, then all; the badge falls with them", async () => {
    const { sent } = serve({
      notices: [aNotice("n1"), aNotice("n2"), aNotice("n3", { isRead: true }), aNotice("n4")],
    });
    const { user } = open();
    expect(await screen.findAllByText(", 3 to read")).not.toHaveLength(0);
    expect((await news()).getAllByText("New")).toHaveLength(3);
    // Opening the page does not mark anything as read.
    expect(sent).toEqual([]);
    await user.click(await mark("n1"));
    expect(await mark("n2")).toHaveFocus();
    await waitFor(() => expect(screen.getAllByText(", 2 to read")).not.toHaveLength(0));
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(screen.queryAllByText(/to read/)).toEqual([]));
    expect(sent).toEqual([["n1"], ["n2", "n4"]]);
    expect((await news()).queryByText("New")).toBeNull();
    expect(screen.queryByRole("button", { name: /Viewed/ })).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("marks the old ones too that are not on the page", async () => {
    const notices = Array.from({ length: 130 }, (_, index) => aNotice(`n${index}`));
    const { sent } = serve({ notices });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(sent[0]).toHaveLength(130));
    await waitFor(() => expect(screen.queryAllByText(/to read/)).toEqual([]));
  });

  it("marks them in several calls where there are more than one takes", async () => {
    const { sent } = serve({ notices: Array.from({ length: 1130 }, (_, index) => aNotice(`n${index}`)) });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Mark All as Viewed" }));
    await waitFor(() => expect(screen.queryAllByText(/to read/)).toEqual([]));
    expect(sent.map((ids) => ids.length)).toEqual([500, 500, 130]);
    expect(new Set(sent.flat()).size).toBe(1130);
  });

  it("takes the mark back when it could not be kept", async () => {
    serve({ notices: [aNotice("n1")], markFails: true });
    const { user } = open();
    await user.click(await mark("n1"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The notification could not be marked as viewed. Please try again.",
    );
    expect(await mark("n1")).toBeVisible();
  });

  it("shows each kind with its mark, and leads where the notice says", async () => {
    const { sent } = serve({
      notices: [
        aNotice("n1", {
          kind: "unlocked",
          title: "A day was unlocked",
          link: "/employee/timesheet?date=2026-11-12",
        }),
        aNotice("n2", {
          kind: "frozen",
          title: "A day was frozen",
          link: "/employee/timesheet?date=2026-11-17",
          isRead: true,
        }),
        // A decision links to this page; its day says more.
        aNotice("n3", { title: "A day was rejected", link: "/employee/notifications", isRead: true }),
        aNotice("n4", { kind: "news", title: "Something else", date: null, isRead: true }),
        aNotice("n5", {
          kind: "news",
          title: "From afar",
          date: null,
          link: "//elsewhere.example",
          isRead: true,
        }),
      ],
    });
    const { user, router } = open();
    const list = await news();
    const kinds = list
      .getAllByRole("listitem")
      .map((item) => item.querySelector("[data-status]")?.getAttribute("data-status") ?? null);
    expect(kinds).toEqual(["unlocked", "frozen", "rejected", null, null]);
    expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/employee/timesheet?date=2026-11-12",
      "/employee/timesheet?date=2026-11-17",
      "/employee/timesheet?date=2026-11-18",
    ]);
    // A reader who follows it has seen it.
    await user.click(list.getByRole("link", { name: "A day was unlocked" }));
    await waitFor(() => expect(router.state.location.search).toBe("?date=2026-11-12"));
    await waitFor(() => expect(sent).toEqual([["n1"]]));
  });

  it("leads from a notice of leave to its request, which is marked", async () => {
    const kinds = ["approved", "recorded", "rejected", "kept", "cancelled", "recounted", "adjusted"];
    serve({
      notices: kinds.map((kind, index) =>
        aNotice(`n${index}`, {
          kind: `leave-${kind}`,
          title: `Leave was ${kind}`,
          link: "/employee/leave?year=2027&request=l1",
          isRead: true,
        }),
      ),
    });
    server.use(
      gives("/api/leave/my", { requests: [aLeave({ _id: "l0" }), aLeave()], balances: [], hasDecider: true }),
    );
    const { user, router } = open();
    const list = await news();
    const marks = list
      .getAllByRole("listitem")
      .map((item) => item.querySelector("[data-status]")?.getAttribute("data-status") ?? null);
    expect(marks).toEqual(["approved", "leave", "rejected", "rejected", "cancelled", "leave", "leave"]);
    await user.click(list.getByRole("link", { name: "Leave was approved" }));
    const row = (await screen.findAllByRole("row"))[2];
    expect(router.state.location.search).toBe("?year=2027&request=l1");
    expect(row).toHaveAttribute("aria-current", "true");
    await waitFor(() => expect(row).toHaveFocus());
  });

  it("leads from a close and from a reminder of a month to the timesheet", async () => {
    serve({
      notices: ["closed", "reminder"].map((kind) =>
        aNotice(kind, { kind: `month-${kind}`, date: null, link: "/employee/timesheet" }),
      ),
    });
    const { user, router } = open();
    const list = await news();
    const marks = list
      .getAllByRole("listitem")
      .map((item) => item.querySelector("[data-status]")?.getAttribute("data-status") ?? null);
    expect(marks).toEqual(["closed", "needs-attention"]);
    await user.click(list.getByRole("link", { name: "Notice closed" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee/timesheet"));
  });

  it("keeps the older ones folded away", async () => {
    serve({ notices: Array.from({ length: 12 }, (_, index) => aNotice(`n${index}`, { isRead: true })) });
    const { user } = open();
    const list = await news();
    expect(list.getAllByRole("listitem")).toHaveLength(8);
    await user.click(list.getByRole("button", { name: "Show older" }));
    expect(list.getAllByRole("listitem")).toHaveLength(12);
    expect(list.queryByRole("button", { name: "Show older" })).toBeNull();
  });

  it("says when there is nothing", async () => {
    server.use(...emptyEmployee());
    open();
    expect(await screen.findByText("No timesheet notifications found.")).toBeVisible();
  });

  it("does not say so where something happened before the first entry", async () => {
    serve({ notices: [aNotice("n1", { kind: "frozen", title: "A day was frozen" })] });
    open();
    expect(await screen.findByText(/^Once you have recorded a day/)).toBeVisible();
    expect(screen.queryByText("No timesheet notifications found.")).toBeNull();
  });

  it("says when they cannot be loaded", async () => {
    server.use(fails("/api/timesheets/my"), ...emptyEmployee().slice(1));
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load notifications");
  });

  it("says so of the notices alone, and tries again", async () => {
    serve({});
    server.use(fails("/api/notifications"));
    const { user } = open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load notifications");
    serve({ notices: [aNotice("n1")] });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await mark("n1")).toBeVisible();
  });
});
