import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import { aRequest } from "../../testing/calendar";
import { aRefusal } from "../../testing/fixtures";
import { employees, serve as servePeople } from "../../testing/people";
import { renderApp } from "../../testing/render";
import { fails, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

type Waiting = components["schemas"]["WaitingRequest"];

const aWaiting = (n: number, changes: Partial<Waiting> = {}): Waiting => ({
  ...aRequest({ _id: `r${n}`, requestedDate: "2026-11-19", reason: `Reason ${n}` }),
  employee: { _id: `e${n}`, firstName: "Ada", lastName: `Number${n}`, employeeId: `EMP${1000 + n}` },
  forManager: null,
  entryStatus: null,
  ...changes,
});

/** A server that cuts the list into pages and takes off it what is decided. */
function serve(requests: Waiting[]) {
  servePeople(employees(3));
  const sent: unknown[] = [];
  const refuse: { with?: ReturnType<typeof aRefusal> } = {};
  const take = (id: string) => {
    const [found] = requests.splice(
      requests.findIndex(({ _id }) => _id === id),
      1,
    );
    return found ?? aWaiting(0);
  };
  server.use(
    http.get("/api/timesheet-unlock/requests", ({ query, response }) => {
      const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
      const shown = requests.slice((page - 1) * limit, page * limit);
      const pages = Math.max(1, Math.ceil(requests.length / limit));
      const pagination = { current: page, pages, total: requests.length };
      return response(200).json({ success: true, data: { requests: shown, pagination } });
    }),
    http.post("/api/timesheet-unlock/requests/{id}/approve", ({ params, response }) => {
      if (refuse.with) return response(409).json(refuse.with);
      sent.push(["approve", params.id]);
      const { employee, ...request } = take(params.id);
      const name = `${employee.firstName} ${employee.lastName}`;
      const data = { employee: { _id: employee._id, name }, unlockRequest: { ...request } };
      return response(200).json({ success: true, data });
    }),
    http.post("/api/timesheet-unlock/requests/{id}/decline", async ({ params, request, response }) => {
      if (refuse.with) return response(409).json(refuse.with);
      sent.push(["decline", params.id, (await request.json()).comment]);
      const unlockRequest = take(params.id);
      return response(200).json({ success: true, message: "Request declined", data: { unlockRequest } });
    }),
  );
  return { sent, refuse, requests };
}

const show = (search = "") =>
  renderApp({ url: `/manager/direct-unlock${search}`, as: { id: "m1", role: "Manager" } });
const rows = () =>
  within(screen.getByRole("table", { name: "Requests" }))
    .getAllByRole("row")
    .slice(1);
const button = (name: RegExp) => screen.findByRole("button", { name });

describe("the requests that wait", () => {
  it("say who asks for which day, what stands on it, why, and until when", async () => {
    serve([
      aWaiting(1),
      aWaiting(2, {
        entryStatus: "pending",
        forManager: { _id: "m2", firstName: "Marco", lastName: "Rossi" },
      }),
    ]);
    show();
    expect(await screen.findByRole("heading", { name: "Requests (2)" })).toBeVisible();
    const [first, second] = await waitFor(() => {
      expect(rows()).toHaveLength(2);
      return rows();
    });
    for (const text of ["Ada Number1", "EMP1001", "No entry", "Reason 1"])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible();
    const dates = [...(first as HTMLElement).querySelectorAll("time")].map((time) => time.textContent);
    expect(dates).toEqual(["Thu, Nov 19", "Thu, Nov 19", "Thu, Nov 26"]);
    expect(within(second as HTMLElement).getByText("Pending entry")).toBeVisible();
    expect(within(second as HTMLElement).getByText("for Marco Rossi")).toHaveClass("employee-id");
  });

  it("are approved at once, and the focus goes on to the next", async () => {
    const { sent } = serve([aWaiting(1), aWaiting(2)]);
    const { user } = show();
    await user.click(await button(/^Approve Ada Number1, Thursday, November 19, 2026$/));
    expect(await screen.findByText("Timesheet Unlocked Successfully!")).toBeVisible();
    expect(screen.getByText("Ada Number1 can now fill in Thursday, November 19, 2026.")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Requests (1)" })).toBeVisible();
    expect(sent).toEqual([["approve", "r1"]]);
    await waitFor(async () => expect(await button(/^Approve Ada Number2/)).toHaveFocus());
  });

  it("are declined with a reason, without which nothing is sent", async () => {
    const { sent } = serve([aWaiting(1)]);
    const { user } = show();
    await user.click(await button(/^Decline Ada Number1/));
    const dialog = within(await screen.findByRole("dialog", { name: "Decline Request" }));
    expect(dialog.getByText(/Ada Number1/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText("A reason is required")).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText("Reason"), " You were here ");
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await screen.findByText("Request declined")).toBeVisible();
    expect(sent).toEqual([["decline", "r1", "You were here"]]);
    expect(await screen.findByText("No requests to unlock a day")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Requests (0)" })).toBeVisible();
  });

  it("say why a decision was refused, and lose nothing that was typed", async () => {
    const { refuse } = serve([aWaiting(1)]);
    refuse.with = aRefusal("CONFLICT", "This request has already been decided");
    const { user } = show();
    await user.click(await button(/^Approve Ada/));
    expect(await screen.findByText("Unlock Failed")).toBeVisible();
    expect(screen.getByText("This request has already been decided")).toBeVisible();
    // It would stand in the dialog, beside the same words.
    await user.click(await button(/^Dismiss/));
    await user.click(await button(/^Decline Ada/));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason"), "No");
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText("This request has already been decided")).toBeVisible();
    expect(dialog.getByLabelText("Reason")).toHaveValue("No");
  });

  it("come twenty a page, which stands in the address and is left when it is gone", async () => {
    const { requests } = serve(Array.from({ length: 21 }, (_, n) => aWaiting(n + 1)));
    show("?page=2");
    expect(await screen.findByText("Showing 21 to 21 of 21 results")).toBeVisible();
    expect(rows()).toHaveLength(1);
    requests.pop();
    await hears("timesheets");
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(screen.getByRole("heading", { name: "Requests (20)" })).toBeVisible();
  });

  it("say that they could not be loaded, beside a form that works", async () => {
    serve([]);
    server.use(fails("/api/timesheet-unlock/requests"));
    const { user } = show();
    expect(await screen.findByText("Failed to load requests")).toBeVisible();
    expect(screen.getByRole("button", { name: "Unlock Timesheet" })).toBeEnabled();
    serve([aWaiting(1)]);
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Requests (1)" })).toBeVisible();
  });
});
