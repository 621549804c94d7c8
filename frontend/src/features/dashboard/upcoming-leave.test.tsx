import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { emptyEmployee } from "../../testing/handlers";
import { aLeave } from "../../testing/leave";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";

const section = async () => within(await screen.findByRole("region", { name: "Upcoming Leave" }));
const open = () => renderApp({ url: "/employee", as: { role: "Employee" } });

describe("the next leave of an employee", () => {
  it("is that of this year and the next that is not over, and leads to it", async () => {
    const turn = aLeave({ _id: "l4", startDate: "2026-12-28", endDate: "2027-01-05", days: 6 });
    const next = aLeave({
      _id: "l5",
      startDate: "2027-02-01",
      endDate: "2027-02-01",
      startPart: "morning",
      endPart: "morning",
    });
    const years: Record<string, ReturnType<typeof aLeave>[]> = {
      "2026": [
        turn,
        aLeave({ _id: "l3", startDate: "2026-12-01", endDate: "2026-12-02", status: "rejected" }),
        aLeave({ _id: "l2", startDate: "2026-11-19", endDate: "2026-11-20", status: "approved" }),
        aLeave({ _id: "l1", startDate: "2026-11-18", endDate: "2026-11-19", status: "approved" }),
      ],
      "2027": [aLeave({ _id: "l6", startDate: "2027-03-01", endDate: "2027-03-02" }), next, turn],
    };
    server.use(
      ...emptyEmployee(),
      http.get("/api/leave/my", ({ query, response }) =>
        response(200).json({
          success: true,
          data: { requests: years[query.get("year") ?? ""] ?? [], balances: [], hasDecider: true },
        }),
      ),
    );
    const { user, router } = open();
    const links = await (await section()).findAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "Annual LeaveNov 19\u2009–\u200920, 2026Approved",
      "Annual LeaveDec 28, 2026\u2009–\u2009Jan 5, 2027Pending",
      "Annual LeaveFeb 1, 2027, morningPending",
    ]);
    await user.click(links[2] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe("/employee/leave"));
    expect(router.state.location.search).toBe("?year=2027&request=l5");
    const row = await screen.findByRole("row", { name: /Feb 1, 2027/ });
    expect(row).toHaveAttribute("aria-current", "true");
  });

  it("is asked for where there is none", async () => {
    server.use(...emptyEmployee());
    open();
    const leave = await section();
    expect(await leave.findByText("No upcoming leave")).toBeVisible();
    expect(leave.getByRole("link", { name: "Ask for leave" })).toHaveAttribute("href", "/employee/leave");
  });

  it("says that it cannot be had, and asks again", async () => {
    server.use(...emptyEmployee(), fails("/api/leave/my"));
    const { user } = open();
    const leave = await section();
    expect(await leave.findByText("Failed to load leave")).toBeVisible();
    server.use(gives("/api/leave/my", { requests: [], balances: [], hasDecider: true }));
    await user.click(leave.getByRole("button", { name: "Try Again" }));
    expect(await leave.findByText("No upcoming leave")).toBeVisible();
  });
});
