import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Notice } from "../../domain/types";
import { aResubmission, aSession, aSessionUser } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { FOR_MARCO } from "../../testing/substitutes";

const MANAGER = { role: "Manager", firstName: "Maren", lastName: "Holt" } as const;

const aReminder = (id: string, changes: Partial<Notice> = {}): Notice => ({
  _id: id,
  kind: "month-reminder",
  title: `${id} 2026 waits for you`,
  body: "2 pending entries and 1 leave request of 2 people.",
  date: null,
  link: "/manager/team-timesheets",
  isRead: false,
  createdAt: "2026-11-19T15:00:00Z",
  ...changes,
});

function serve(notices: Notice[]) {
  let all = notices;
  const sent: string[][] = [];
  const resubmitted = aResubmission("r1");
  const unread = () => all.filter((one) => !one.isRead).length;
  server.use(
    gives("/api/timesheets/notifications/resubmissions", { notifications: [resubmitted] }),
    http.get("/api/notifications", ({ query, response }) =>
      response(200).json({
        success: true,
        data: {
          notifications: all.slice(0, Number(query.get("limit"))),
          unread: unread(),
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
    gives("/api/session", () =>
      aSession({ user: aSessionUser(MANAGER), badges: { notifications: unread() + 1, leave: 0 } }),
    ),
  );
  return sent;
}

const open = () => renderApp({ url: "/manager/resubmission-notifications", as: MANAGER });
const reminders = () => screen.findByRole("region", { name: "Reminders" });
const mark = (name: string) =>
  screen.findByRole("button", { name: `Mark as Viewed: ${name} 2026 waits for you` });

describe("Reminders", () => {
  it("that are unread stand above the resubmitted timesheets, and lead to what waits", async () => {
    const sent = serve([aReminder("October"), aReminder("September", { isRead: true })]);
    server.use(gives("/api/timesheets/team", { timesheets: [], weeks: [], leave: [], closedMonths: [] }));
    const { user, router } = open();
    const section = await reminders();
    const item = within(section).getByRole("listitem");
    expect(item).toHaveTextContent("October 2026 waits for you");
    expect(item).toHaveTextContent("2 pending entries and 1 leave request of 2 people.");
    expect(item.querySelector("[data-status]")).toHaveAttribute("data-status", "needs-attention");
    const resubmitted = screen.getByRole("article", { name: /Ada Berg/ });
    expect(section.compareDocumentPosition(resubmitted)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(within(item).getByRole("link", { name: "October 2026 waits for you" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/manager/team-timesheets"));
    await waitFor(() => expect(sent).toEqual([["October"]]));
  });

  it("go when they are marked as viewed, and the badge falls with them", async () => {
    const sent = serve([aReminder("October"), aReminder("September")]);
    const { user } = open();
    expect(await screen.findAllByText(", 3 to read")).not.toHaveLength(0);
    await user.click(await mark("October"));
    await waitFor(() => expect(screen.queryByText("October 2026 waits for you")).toBeNull());
    expect(await mark("September")).toHaveFocus();
    await waitFor(() => expect(screen.getAllByText(", 2 to read")).not.toHaveLength(0));
    await user.click(await mark("September"));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Reminders" })).toBeNull());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(screen.getByText("All marked as viewed")).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText(", 1 to read")).not.toHaveLength(0));
    expect(sent).toEqual([["October"], ["September"]]);
    // What came back is another thing.
    expect(screen.getByText("Pending Review")).toBeVisible();
  });

  it("can be marked all at once, and those of an earlier role with them", async () => {
    const sent = serve([
      aReminder("October"),
      aReminder("frozen", { kind: "frozen", title: "A day was frozen", date: "2026-05-04", link: null }),
    ]);
    const { user } = open();
    expect(within(await reminders()).getAllByRole("listitem")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed: Reminders" }));
    await waitFor(() => expect(sent).toEqual([["October", "frozen"]]));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Reminders" })).toBeNull());
  });

  it("can be marked where all that are unread are older than those that are here", async () => {
    const notices = Array.from({ length: 103 }, (_, index) =>
      aReminder(`r${index}`, { isRead: index < 100 }),
    );
    const sent = serve(notices);
    const { user } = open();
    expect(within(await reminders()).queryByRole("listitem")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Mark All as Viewed: Reminders" }));
    await waitFor(() => expect(sent).toEqual([["r100", "r101", "r102"]]));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Reminders" })).toBeNull());
  });

  it("are no matter of their own where there are none", async () => {
    serve([aReminder("October", { isRead: true })]);
    open();
    expect(await screen.findByRole("article", { name: /Ada Berg/ })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Reminders" })).toBeNull();
  });

  it("that cannot be loaded leave the rest as it is", async () => {
    serve([]);
    server.use(fails("/api/notifications"));
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load notifications");
    expect(screen.getByRole("article", { name: /Ada Berg/ })).toBeVisible();
  });

  it.each(["HR", "Admin"] as const)("come to %s by mail alone: nothing is asked for", async (role) => {
    const asked: string[] = [];
    serve([aReminder("October")]);
    const user = aSessionUser({ role });
    server.use(
      http.get("/api/notifications", ({ request, response }) => {
        asked.push(request.url);
        return response.untyped(new Response("", { status: 403 }));
      }),
      gives("/api/session", aSession({ user, substituteFor: [FOR_MARCO] })),
    );
    renderApp({ url: `/${role.toLowerCase()}/approvals?tab=resubmitted`, as: user });
    expect(await screen.findByRole("article", { name: /Ada Berg/ })).toBeVisible();
    expect(asked).toEqual([]);
    expect(screen.queryByRole("region", { name: "Reminders" })).toBeNull();
  });
});
