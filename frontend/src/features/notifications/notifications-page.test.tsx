import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Notice, Timesheet, WeekSummary } from "../../domain/types";
import { aSession, aTimesheet } from "../../testing/fixtures";
import { emptyEmployee } from "../../testing/handlers";
import { renderApp } from "../../testing/render";
import { http, server } from "../../testing/server";

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

function serve(timesheets: Timesheet[], weeks: WeekSummary[], notices: Notice[]) {
  let all = notices;
  const sent: string[][] = [];
  server.use(
    http.get("/api/timesheets/my", ({ response }) =>
      response(200).json({ success: true, data: { timesheets, weeks } }),
    ),
    http.get("/api/notifications", ({ response }) =>
      response(200).json({
        success: true,
        data: {
          notifications: all,
          unread: all.filter((one) => !one.isRead).length,
          pagination: { current: 1, pages: 1, total: all.length },
        },
      }),
    ),
    http.post("/api/notifications/viewed", async ({ request, response }) => {
      const { notificationIds } = await request.json();
      sent.push(notificationIds);
      all = all.map((one) => (notificationIds.includes(one._id) ? { ...one, isRead: true } : one));
      return response(200).json({ success: true, data: { updated: notificationIds.length } });
    }),
    http.get("/api/session", ({ response }) =>
      response(200).json({
        success: true,
        data: aSession({ badges: { notifications: all.filter((one) => !one.isRead).length } }),
      }),
    ),
  );
  return sent;
}

const open = () => renderApp({ url: "/employee/notifications", as: { role: "Employee" } });

describe("Timesheet Notifications", () => {
  it("shows each week with its status, its days, and the way to a rejected one", async () => {
    serve(
      [
        aTimesheet({ _id: "t1", date: "2026-11-16", status: "approved" }),
        aTimesheet({
          _id: "t2",
          date: "2026-11-18",
          status: "rejected",
          approvalComments: "Please add the minutes.",
        }),
        aTimesheet({ _id: "t3", date: "2026-11-13", status: "approved" }),
      ],
      [
        { weekStart: "2026-11-09", status: "approved", totalHours: 9 },
        { weekStart: "2026-11-16", status: "partially-rejected", totalHours: 18 },
        { weekStart: "2026-11-02", status: "none", totalHours: 0 },
      ],
      [],
    );
    open();
    const [newest, older, ...others] = await screen.findAllByRole("article");
    expect(others).toEqual([]);
    expect(newest).toHaveAccessibleName(/November 16/);
    expect(older).toHaveAccessibleName(/November 9/);
    expect(within(newest ?? document.body).getByText("Partially rejected")).toBeVisible();
    const days = within(newest ?? document.body).getAllByRole("listitem");
    expect(days.map((day) => day.querySelector("time")?.dateTime)).toEqual(["2026-11-18", "2026-11-16"]);
    expect(within(days[0] ?? document.body).getByText("Please add the minutes.")).toBeVisible();
    const fixes = screen.getAllByRole("link", { name: /^Fix this day/ });
    expect(fixes.map((link) => link.getAttribute("href"))).toEqual(["/employee/timesheet?date=2026-11-18"]);
  });

  it("marks what is unread as viewed, once, and the badge falls", async () => {
    const sent = serve([], [], [aNotice("n1"), aNotice("n2"), aNotice("n3", { isRead: true })]);
    open();
    expect(await screen.findAllByText(", 2 to read")).not.toHaveLength(0);
    expect(await screen.findByText("Notice n1")).toBeVisible();
    await waitFor(() => expect(screen.queryAllByText(/to read/)).toEqual([]));
    expect(sent).toEqual([["n1", "n2"]]);
    expect(screen.getAllByText("New")).toHaveLength(2);
  });

  it("says when there is nothing", async () => {
    server.use(...emptyEmployee());
    open();
    expect(await screen.findByText("No timesheet notifications found")).toBeVisible();
  });

  it("says when they cannot be loaded", async () => {
    server.use(
      http.get("/api/timesheets/my", ({ response }) => response.untyped(new Response("", { status: 502 }))),
      ...emptyEmployee().slice(1),
    );
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load notifications");
  });
});
