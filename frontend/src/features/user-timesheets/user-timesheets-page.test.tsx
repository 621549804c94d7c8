import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aClosedMonth, LOCKED } from "../../testing/calendar";
import { aRefusal } from "../../testing/fixtures";
import { box, day, EMMA, FROZEN, open, options, ready, serve, WINDOW } from "../../testing/person-calendar";
import { gives, server } from "../../testing/server";

describe("the calendar of one person", () => {
  it.each(["HR", "Admin"] as const)("shows %s whose it is, the month and its legend", async (role) => {
    const { asked } = serve();
    open("", role);
    expect(await screen.findByRole("heading", { level: 1, name: "Emma Larsen's Timesheets" })).toBeVisible();
    expect(screen.getByRole("link", { name: "emma@daybook.example" })).toHaveAttribute(
      "href",
      "mailto:emma@daybook.example",
    );
    expect(screen.getByText("Engineering")).toBeVisible();
    expect(screen.getByText("EMP1007")).toBeVisible();
    expect(await ready()).toHaveTextContent("Timesheet Calendar (4 entries)");
    const legend = within(screen.getByRole("list", { name: "Legend" }));
    expect(legend.getAllByRole("listitem").map((item) => item.textContent?.replace(/^H(?=H)/, ""))).toEqual([
      "Today",
      "Approved",
      "Pending",
      "Rejected",
      "Approved unlock",
      "Holiday",
      "Past (locked)",
      "Weekend",
      "Leave",
      "Frozen",
    ]);
    expect(day(/November 5/)).toHaveTextContent(/9\s*h/);
    // Every kind has its own colour.
    expect([5, 6, 7, 8, 9, 10, 11, 12].map((n) => day(new RegExp(`November ${n},`)).dataset.status)).toEqual([
      "approved",
      "rejected",
      "pending",
      "weekend",
      "frozen",
      "past",
      "holiday",
      "unlocked",
    ]);
    expect(day(/November 17/)).toHaveClass("unlocked");
    expect(asked).toEqual(["u1 2026-11"]);
  });

  it("says that a month is closed, and leads to no unlock of its days", async () => {
    const { special, windows } = serve({
      month: aClosedMonth(),
      window: { ...WINDOW, earliest: "2026-10-01", closedMonths: ["2026-10"] },
    });
    const reason = "The month October 2026 has been processed and is closed";
    special["2026-10-07"] = { reason };
    const { user } = open("?month=2026-10");
    expect(await screen.findByText("Revision 1, closed on November 2, 2026")).toBeVisible();
    await ready();
    await user.click(day(/October 7/));
    expect(within(await box(/October 7/)).getByText(reason)).toBeVisible();
    await waitFor(() => expect(windows).toEqual(["u1"]));
    expect(screen.queryByRole("link", { name: "Unlock this day" })).toBeNull();
    expect(screen.queryByText(WINDOW.reason)).toBeNull();
  });

  it("writes N/A where there is no department", async () => {
    serve({ person: { ...EMMA, department: null } });
    open();
    expect(await screen.findByText("N/A")).toBeVisible();
  });

  it("says of a holiday whom to ask, and lets nobody press a weekend", async () => {
    serve();
    const { user, router } = open();
    await ready();
    expect(day(/November 11/)).toHaveAttribute("title", "Holiday - Contact Admin/HR/Manager if you worked");
    expect(day(/November 11/)).toHaveAccessibleDescription(
      "Holiday - Contact Admin/HR/Manager if you worked",
    );
    const sunday = day(/November 8/);
    expect(sunday).toHaveAttribute("aria-disabled", "true");
    await user.click(sunday);
    expect(router.state.location.search).toBe("");
    // The keyboard reaches it, and hears why.
    expect(sunday).toHaveFocus();
    expect(sunday).toHaveAccessibleDescription(/^Weekends cannot be selected/);
    // A weekend on which somebody worked has something to show.
    await user.click(day(/November 7/));
    expect(await box("Timesheet for Saturday, November 7, 2026")).toBeVisible();
  });

  it("opens an entry, and keeps it in the address", async () => {
    serve();
    const { user, router } = open();
    await ready();
    await user.click(day(/November 6/));
    const opened = within(await box("Timesheet for Friday, November 6, 2026"));
    expect(opened.getByText("Hours").nextSibling).toHaveTextContent("9 h");
    expect(opened.getByText("Status").nextSibling).toHaveTextContent("Rejected");
    expect(opened.getByText("Written on 2026-11-06")).toBeVisible();
    expect(opened.getByText("Which ticket?")).toBeVisible();
    expect(opened.getByText("Created").nextSibling).toHaveTextContent("Nov 2, 2026, 8:00 AM");
    expect(router.state.location.search).toBe("?date=2026-11-06");
  });
});

describe("a day that is closed", () => {
  it.each([
    ["HR", "/hr/direct-unlock?employee=u1&date=2026-11-18"],
    ["Admin", "/admin/direct-unlock?employee=u1&date=2026-11-18"],
  ] as const)("says why, and leads %s to unlock it", async (role, href) => {
    serve();
    open("?date=2026-11-18", role);
    const opened = within(await box("Wednesday, November 18, 2026"));
    expect(opened.getByText("Emma").closest("p")).toHaveTextContent("What Emma sees on this day");
    expect(opened.getByText(LOCKED)).toBeVisible();
    expect(await opened.findByRole("link", { name: "Unlock this day" })).toHaveAttribute("href", href);
  });

  it("says why to a Boss, who unlocks nothing and reads no history", async () => {
    const { special, windows } = serve();
    const { user } = open("?date=2026-11-18", "Boss");
    const opened = within(await box("Wednesday, November 18, 2026"));
    expect(opened.getByText(LOCKED)).toBeVisible();
    expect(opened.queryByRole("link")).toBeNull();
    await user.click(day(/November 6/));
    const rejected = within(await box("Timesheet for Friday, November 6, 2026"));
    expect(rejected.getByText("Which ticket?")).toBeVisible();
    expect(rejected.queryByRole("button", { name: /^History/ })).toBeNull();
    expect(windows).toEqual([]);
    expect(screen.getByRole("button", { name: "Download Timesheet" })).toBeVisible();
    expect(Object.keys(special)).not.toHaveLength(0);
  });

  it("names the type of leave to nobody who may not know it", async () => {
    const { special } = serve();
    const leave = { date: "2026-11-10", leaveType: null, requestId: "r1", status: "approved" } as const;
    special["2026-11-10"] = { kind: "leave", reason: null, leave: [{ ...leave, part: "full" }] };
    special["2026-11-16"] = { leave: [{ ...leave, date: "2026-11-16", part: "morning" }] };
    const { user } = open("?date=2026-11-10", "Boss");
    const whole = within(await box("Tuesday, November 10, 2026"));
    expect(whole.getByRole("listitem")).toHaveTextContent(/^Leave$/);
    await user.click(day(/November 16/));
    const half = within(await box("Monday, November 16, 2026"));
    expect(half.getByRole("listitem")).toHaveTextContent(/^Leavemorning$/);
  });

  it("says of a frozen one why the reader cannot unlock it, and leads to an old rejected one that may be", async () => {
    serve();
    const { user } = open("?date=2026-11-09");
    const opened = within(await box("Monday, November 9, 2026"));
    expect(opened.getByText(FROZEN)).toBeVisible();
    expect(await opened.findByText(WINDOW.reason)).toBeVisible();
    expect(opened.queryByRole("link")).toBeNull();
    await user.click(day(/November 6/));
    expect(await screen.findByRole("link", { name: "Unlock this day" })).toHaveAttribute(
      "href",
      "/hr/direct-unlock?employee=u1&date=2026-11-06",
    );
  });

  it("leads to the form with the person and the day chosen, from what is known already", async () => {
    serve();
    server.use(gives("/api/users", { users: [], pagination: { current: 1, pages: 0, total: 0 } }));
    const { user, router } = open("?date=2026-11-18");
    await user.click(await screen.findByRole("link", { name: "Unlock this day" }));
    expect(await screen.findByRole("combobox", { name: "Employee" })).toHaveValue("Emma Larsen");
    expect(screen.getByLabelText("Date to unlock")).toHaveValue("2026-11-18");
    await act(() => router.navigate(-1));
    expect(await screen.findByRole("heading", { level: 1, name: "Emma Larsen's Timesheets" })).toBeVisible();
  });

  it("passes on why nobody can unlock anything for this person", async () => {
    serve({ window: aRefusal("VALIDATION_FAILED", "This account is blocked") });
    open("?date=2026-11-18");
    expect(await screen.findByText("This account is blocked")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Unlock this day" })).toBeNull();
  });

  it("does not ask about an unlock of a day that has none", async () => {
    const { windows } = serve();
    const { user } = open();
    await ready();
    for (const name of [
      "Timesheet for Thursday, November 5, 2026",
      "Thursday, November 12, 2026",
      "Timesheet for Tuesday, November 17, 2026",
      "Friday, November 20, 2026",
      "Monday, November 23, 2026",
    ]) {
      await user.click(day(new RegExp(name.replace("Timesheet for ", ""))));
      expect(await box(name)).toBeVisible();
      expect(screen.queryByRole("link", { name: "Unlock this day" })).toBeNull();
    }
    expect(windows).toEqual([]);
  });
});

describe("the months", () => {
  it("run from the joining month to the present one, both cut", async () => {
    const { asked } = serve();
    const { user, router } = open("?month=2025-06");
    await ready();
    expect(screen.getByLabelText("Month")).toHaveDisplayValue("June");
    expect(options("Year")).toEqual(["2024", "2025", "2026"]);
    expect(options("Month")).toHaveLength(12);
    await user.selectOptions(screen.getByLabelText("Month"), "December");
    expect(router.state.location.search).toBe("?month=2025-12");
    // December of this year is still to come: the nearest month that is there.
    await user.selectOptions(screen.getByLabelText("Year"), "2026");
    expect(screen.getByLabelText("Month")).toHaveDisplayValue("November");
    expect(options("Month").at(-1)).toBe("November");
    expect(router.state.location.search).toBe("");
    await user.selectOptions(screen.getByLabelText("Month"), "January");
    await user.selectOptions(screen.getByLabelText("Year"), "2024");
    expect(screen.getByLabelText("Month")).toHaveDisplayValue("March");
    expect(options("Month")).toEqual([
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ]);
    expect(within(screen.getByRole("list", { name: "Legend" })).getByText("Before joining")).toBeVisible();
    await waitFor(() => expect(asked).toContain("u1 2024-03"));
    expect(asked.filter((one) => one < "u1 2024-03" || one > "u1 2026-11")).toEqual([]);
  });

  it("moves a time before joining to the joining month", async () => {
    const { asked } = serve();
    open("?month=2019-02");
    await ready();
    expect(screen.getByLabelText("Month")).toHaveDisplayValue("March");
    expect(screen.getByLabelText("Year")).toHaveDisplayValue("2024");
    expect(asked).toEqual(["u1 2026-11", "u1 2024-03"]);
  });

  it("are turned by the keyboard as well", async () => {
    serve();
    const { user } = open();
    await ready();
    day(/November 20/).focus();
    await user.keyboard("{PageUp}");
    await waitFor(() => expect(screen.getByLabelText("Month")).toHaveDisplayValue("October"));
    await waitFor(() => expect(day(/October 20/)).toHaveFocus());
    await user.keyboard("{PageDown}{PageDown}");
    expect(await screen.findByText("November 2026 is the latest month.")).toBeInTheDocument();
  });
});
