import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { catchDownloads } from "../../testing/downloads";
import { aRefusal } from "../../testing/fixtures";
import { day, entry, open, ready, serve } from "../../testing/person-calendar";
import { renderApp } from "../../testing/render";
import { fails, http, refuses, server } from "../../testing/server";
import { hears, tell } from "../../testing/socket";

const CSV = "\uFEFFDate,Day,Hours,Description,Status,Comment\r\n";

describe("the file of a month", () => {
  const answer = (make: () => Response) =>
    server.use(http.get("/api/timesheets/download", ({ response }) => response.untyped(make())));

  it("is there only where the month has an entry", async () => {
    serve();
    const { user } = open();
    expect(await screen.findByRole("button", { name: "Download Timesheet" })).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Month"), "October");
    expect(await screen.findByRole("heading", { name: "Timesheet Calendar (0 entries)" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download Timesheet" })).toBeNull();
  });

  it("is saved under its name", async () => {
    const saved = catchDownloads();
    serve();
    answer(() => new Response(CSV, { headers: { "Content-Type": "text/csv" } }));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Download Timesheet" }));
    expect(await screen.findByText("Timesheet downloaded successfully!")).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(["Emma_Larsen_timesheet_November_2026.csv"]);
  });

  const refused = (status: number, message: string) => () =>
    Response.json(aRefusal(status === 404 ? "NOT_FOUND" : "VALIDATION_FAILED", message), { status });
  it.each([
    ["404", refused(404, "Nothing."), "No timesheet entries found for the selected month and year."],
    ["400", refused(400, "month must be from 1 to 12"), "month must be from 1 to 12"],
    ["400 without a word", () => new Response("", { status: 400 }), "Failed to download timesheet"],
    ["403", refused(403, "Not yours."), "Failed to download timesheet"],
    ["502", () => new Response("gateway", { status: 502 }), "Failed to download timesheet"],
    ["no network", () => Response.error(), "Failed to download timesheet"],
  ])("says why it did not come: %s", async (_, make, sentence) => {
    const saved = catchDownloads();
    serve();
    answer(make);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Download Timesheet" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(saved).toEqual([]);
    expect(screen.getByRole("button", { name: "Download Timesheet" })).toBeEnabled();
  });
});

describe("what can go wrong", () => {
  it("says that there is no such person", async () => {
    serve();
    const { user, router } = open("", "Admin", "nobody");
    expect(await screen.findByRole("heading", { level: 1, name: "User not found" })).toBeVisible();
    expect(screen.queryByRole("grid")).toBeNull();
    server.use(fails("/api/users", 500));
    await user.click(screen.getByRole("button", { name: "Back to Users" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/user-timesheets"));
  });

  it.each([
    [
      "the server's words",
      () => Response.json(aRefusal("FORBIDDEN", "You may not read this account."), { status: 403 }),
      "Failed to fetch user details: You may not read this account.",
    ],
    [
      "no network",
      () => Response.error(),
      "Failed to fetch user details: Network error. Please check your connection.",
    ],
    [
      "a gateway",
      () => new Response("<html>", { status: 502 }),
      "Failed to fetch user details: The server answered with status 502.",
    ],
  ])("says why the person is not shown: %s", async (_, make, sentence) => {
    serve();
    server.use(http.get("/api/users/{id}", ({ response }) => response.untyped(make())));
    const { user } = open();
    expect(await screen.findByText(sentence)).toBeVisible();
    serve();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Emma Larsen's Timesheets" })).toBeVisible();
  });

  it("says why the days are not shown, and tries again", async () => {
    serve();
    server.use(refuses("get", "/api/timesheets/calendar", 503, "UNAVAILABLE", "The database is away."));
    const { user } = open();
    expect(await screen.findByText("Failed to fetch timesheet data: The database is away.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download Timesheet" })).toBeNull();
    serve();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await ready()).toBeVisible();
  });

  it("goes back one page, wherever the months have led", async () => {
    serve();
    server.use(fails("/api/users", 500));
    const { user, router } = renderApp({ url: "/hr/user-timesheets?page=2", as: { role: "HR" } });
    await screen.findByRole("heading", { name: "Employee Directory" });
    await act(() => router.navigate("/user-timesheets/u1"));
    await ready();
    await user.selectOptions(screen.getByLabelText("Month"), "October");
    await user.click(day(/October 14/));
    await user.click(screen.getByRole("button", { name: "Back to Users" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/hr/user-timesheets"));
    expect(router.state.location.search).toBe("?page=2");
  });

  it("follows what changes, without being reloaded", async () => {
    const { special, asked } = serve();
    open();
    await ready();
    special["2026-11-10"] = entry("2026-11-10");
    await hears("timesheets");
    expect(await screen.findByRole("heading", { name: "Timesheet Calendar (5 entries)" })).toBeVisible();
    const before = asked.length;
    tell("holidays");
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  });
});
