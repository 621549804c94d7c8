import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violations } from "../../testing/axe";
import { catchDownloads } from "../../testing/downloads";
import { aLeave, november, onLeave } from "../../testing/leave-calendar";
import { renderApp } from "../../testing/render";
import { fails, failsLater, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const PEOPLE = [
  onLeave("ada", "Ada", [
    aLeave("2026-11-19"),
    aLeave("2026-11-20", { part: "morning", leaveType: "Sick Leave" }),
    aLeave("2026-11-23", { part: "morning" }),
    aLeave("2026-11-23", { part: "afternoon", status: "cancellation-asked", requestId: "r2" }),
  ]),
  onLeave("ben", "Ben", [aLeave("2026-11-19", { status: "pending" })]),
];

function serve(answer = november(PEOPLE)) {
  const asked: string[] = [];
  server.use(
    http.get("/api/leave/calendar", ({ query, response }) => {
      const search = query.get("search") ?? "-";
      asked.push(
        `${query.get("year")}-${query.get("month")} ${search} ${query.get("page")} ${query.get("limit")}`,
      );
      return response(200).json({ success: true, data: search === "zz" ? november([]) : answer });
    }),
  );
  return asked;
}

const hr = (url = "/hr/leave") => renderApp({ url, as: { role: "HR" } });
const grid = () => screen.findByRole("grid", { name: "Leave in November 2026" });
const cell = async (name: string) => within(await grid()).getByRole("gridcell", { name });

describe("the leave calendar of everybody", () => {
  it.each([
    ["HR", "/hr/leave"],
    ["Admin", "/admin/leave"],
  ] as const)("shows %s who is away when, and above them how many", async (role, url) => {
    const asked = serve();
    renderApp({ url, as: { role } });
    expect(await screen.findByRole("heading", { level: 1, name: "Leave Calendar" })).toBeVisible();
    const away = within(await grid()).getByRole("row", { name: /^Away/ });
    const told = within(away)
      .getAllByRole("gridcell")
      .map((day) => day.textContent);
    expect([told[18], told[19], told[22], told[1]]).toEqual(["1 of 8", "1 of 8", "1 of 8", "0 of 8"]);
    expect([told[0], told[10]]).toEqual(["", ""]);
    expect(await cell("Ada Berg, Thursday, November 19, 2026: Annual Leave, Approved")).toBeVisible();
    expect(
      await cell("Ada Berg, Friday, November 20, 2026: Sick Leave, morning, Approved"),
    ).toHaveTextContent("½");
    expect(
      await cell(
        "Ada Berg, Monday, November 23, 2026: Annual Leave, morning, Approved; Annual Leave, afternoon, Cancellation asked",
      ),
    ).not.toHaveTextContent("½");
    const waits = await cell("Ben Berg, Thursday, November 19, 2026: Annual Leave, Pending");
    expect(waits.firstChild).toHaveAttribute("data-status", "leave-pending");
    expect(await cell("Ben Berg, Wednesday, November 11, 2026: Holiday")).toBeVisible();
    expect(await cell("Ben Berg, Sunday, November 1, 2026: Weekend")).toBeVisible();
    expect(await cell("Ben Berg, Monday, November 2, 2026: No leave")).toBeVisible();
    expect(asked).toEqual(["2026-11 - 1 20"]);
    expect(await violations()).toEqual([]);
  });

  it("is a list by date where there is no room for a month", async () => {
    serve();
    hr();
    const list = await screen.findByRole("list", { name: "Dates with leave in November 2026" });
    const dates = within(list).getAllByRole("heading", { level: 3 });
    expect(dates.map((date) => date.textContent)).toEqual([
      "Thu, Nov 19Away 1 of 8",
      "Fri, Nov 20Away 1 of 8",
      "Mon, Nov 23Away 1 of 8",
    ]);
    const entries = within(list).getAllByRole("listitem");
    expect(entries.map((entry) => entry.textContent)).toContain("Ben BergAnnual LeavePending");
    expect(entries.map((entry) => entry.textContent)).toContain("Ada BergSick Leave, morningLeave");
  });

  it("keeps month, search, page and its size in the address", async () => {
    const asked = serve({ ...november(PEOPLE), pagination: { current: 1, pages: 3, total: 41 } });
    const { user, router } = hr();
    await grid();
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(asked.at(-1)).toBe("2026-11 - 2 20"));
    await user.selectOptions(screen.getByRole("combobox", { name: "People per page" }), "50");
    await waitFor(() => expect(asked.at(-1)).toBe("2026-11 - 1 50"));
    await user.click(screen.getByRole("button", { name: "Next month" }));
    await waitFor(() => expect(asked.at(-1)).toBe("2026-12 - 1 50"));
    expect(router.state.location.search).toBe("?limit=50&month=2026-12");
    expect(screen.getByRole("heading", { level: 2, name: "December 2026" })).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Search employees" }), "zz{Enter}");
    expect(await screen.findByText("Nobody matches “zz”.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show All Employees" }));
    await waitFor(() => expect(router.state.location.search).toBe("?limit=50&month=2026-12"));
  });

  it("ends with December of the next year, however it is asked for", async () => {
    const asked = serve();
    const { router } = hr("/hr/leave?month=2027-12");
    await waitFor(() => expect(asked).toEqual(["2027-12 - 1 20"]));
    expect(await screen.findByRole("button", { name: "Next month" })).toBeDisabled();
    await act(() => router.navigate("/hr/leave?month=2028-01"));
    await waitFor(() => expect(asked.at(-1)).toBe("2026-11 - 1 20"));
  });

  it("goes on into the next month by keyboard alone, and follows what becomes of leave", async () => {
    const asked = serve();
    const { user } = hr();
    await grid();
    (await cell("Ada Berg, Monday, November 30, 2026: No leave")).focus();
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(asked.at(-1)).toBe("2026-12 - 1 20"));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Ada Berg, Tuesday, December 1,/),
    );
    const before = asked.length;
    await hears("leave");
    await waitFor(() => expect(asked).toHaveLength(before + 1), { timeout: 10_000 });
  });

  it("says that nobody is away", async () => {
    serve(november([]));
    hr();
    expect(await screen.findByText("Nobody is away this month.")).toBeVisible();
    expect(screen.queryByRole("grid")).toBeNull();
  });

  it("waits and fails in words", async () => {
    const answer = failsLater("/api/leave/calendar");
    hr();
    expect(await screen.findByText("Loading leave...")).toBeVisible();
    answer();
    expect(await screen.findByText("Failed to load leave")).toBeVisible();
  });
});

describe("the balances of everybody", () => {
  const file = "/api/leave/balances/download";

  it("are saved as a file of the chosen year", async () => {
    serve();
    const saved = catchDownloads();
    const asked: (string | null)[] = [];
    server.use(
      http.get(file, ({ query, response }) => {
        asked.push(query.get("year"));
        return response.untyped(new Response("Employee ID", { headers: { "Content-Type": "text/csv" } }));
      }),
    );
    const { user } = hr();
    await grid();
    const year = screen.getByRole("combobox", { name: "Year" });
    expect(
      within(year)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["2025", "2026", "2027"]);
    await user.click(screen.getByRole("button", { name: "Download Balances" }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["Leave_Balances_2026.csv"]));
    await user.selectOptions(year, "2025");
    await user.click(screen.getByRole("button", { name: "Download Balances" }));
    await waitFor(() => expect(asked).toEqual(["2026", "2025"]));
  });

  it("fail in words", async () => {
    serve();
    server.use(fails(file));
    const { user } = hr();
    await grid();
    await user.click(screen.getByRole("button", { name: "Download Balances" }));
    expect(await screen.findByText("Failed to download balances")).toBeVisible();
  });
});
