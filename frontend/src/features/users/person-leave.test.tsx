import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal } from "../../testing/fixtures";
import { aBalance, aLeave, serveLeave } from "../../testing/leave";
import { anEmployee, asHr, MAREN, serve } from "../../testing/people";
import { fails, http, server } from "../../testing/server";

const ADA = anEmployee(0);

type User = ReturnType<typeof asHr>["user"];

async function openLeave(user: User) {
  await user.click(await screen.findByRole("button", { name: "Ada Number1" }));
  await user.click(await screen.findByRole("tab", { name: "Leave" }));
  return within(screen.getByRole("dialog", { name: "Ada Number1" }));
}

describe("the leave of a person", () => {
  it("stands in a tab of the profile, with balances and requests of a year", async () => {
    serve([ADA]);
    const { asked } = serveLeave({
      balances: [
        aBalance({ adjusted: -1.5, left: 15.5 }),
        aBalance({
          leaveType: { _id: "t3", name: "Unpaid Leave" },
          isLimited: false,
          allocated: 0,
          left: null,
        }),
      ],
      requests: [aLeave({ mayCancel: "no" })],
    });
    const { user } = asHr();
    const dialog = await openLeave(user);
    const table = within(await dialog.findByRole("table", { name: "Balances" }));
    expect(table.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual(
      [
        [
          "Leave Type",
          "Entitlement",
          "Adjusted",
          "Carried Over",
          "Taken",
          "Planned",
          "Pending",
          "Lapsed",
          "Left",
        ],
        ["Annual LeaveDetails", "18.5", "-1.5", "0", "0", "0", "3", "0", "15.5"],
        ["Unpaid LeaveDetails", "0", "0", "0", "0", "0", "3", "0", "No limit"],
      ],
    );
    expect(dialog.getByRole("table", { name: "Requests" })).toHaveTextContent("Dec 28 – 30, 2026");
    expect(dialog.queryByRole("button", { name: /^Cancel:/ })).toBeNull();
    expect(dialog.queryByRole("button", { name: "Edit Profile" })).toBeNull();
    await user.selectOptions(dialog.getByLabelText("Year"), "2025");
    await waitFor(() => expect(asked).toEqual(["?year=2026&userId=e0", "?year=2025&userId=e0"]));
    await user.click(dialog.getByRole("tab", { name: "Profile" }));
    expect(dialog.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  });

  it("is nothing that a manager has", async () => {
    serve([MAREN]);
    const { user } = asHr();
    await user.click(await screen.findByRole("button", { name: "Maren Holt" }));
    expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeVisible();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  it("shows the ledger of that person in Details, and the focus comes back", async () => {
    serve([ADA]);
    serveLeave();
    const asked: string[] = [];
    server.use(
      http.get("/api/leave/ledger", ({ request, response }) => {
        asked.push(new URL(request.url).search);
        return response(200).json({ success: true, data: { rows: [] } });
      }),
    );
    const { user } = asHr();
    const dialog = await openLeave(user);
    const details = await dialog.findByRole("button", { name: "Details: Annual Leave" });
    await user.click(details);
    expect(await screen.findByText("Nothing has been entered")).toBeVisible();
    expect(asked).toEqual(["?year=2026&leaveTypeId=t1&userId=e0"]);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toHaveAccessibleName("Ada Number1");
    expect(details).toHaveFocus();
  });

  it("is adjusted by days with a note", async () => {
    serve([ADA]);
    serveLeave();
    const sent: unknown[] = [];
    const refuse: { with?: ReturnType<typeof aRefusal> } = {
      with: aRefusal("VALIDATION_FAILED", "Please check the fields", {
        errors: { note: "Note is required" },
      }),
    };
    server.use(
      http.post("/api/leave/adjustments", async ({ request, response }) => {
        sent.push(await request.json());
        if (refuse.with) return response(400).json(refuse.with);
        const data = { balance: aBalance({ adjusted: -1.5 }) };
        return response(201).json({ success: true, message: "Balance adjusted successfully!", data });
      }),
    );
    const { user } = asHr();
    const dialog = await openLeave(user);
    await user.click(await dialog.findByRole("button", { name: "Adjust Balance" }));
    const form = within(screen.getByRole("dialog", { name: "Adjust Balance" }));
    expect(form.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      "Annual Leave",
      "Sick Leave",
      "2025",
      "2026",
      "2027",
    ]);
    const save = form.getByRole("button", { name: "Adjust Balance" });
    await user.type(form.getByLabelText("Days"), "some");
    await user.click(save);
    expect(form.getByText("Please choose a leave type.")).toBeVisible();
    expect(form.getByText("Please type a number of days.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.selectOptions(form.getByLabelText("Type"), "Annual Leave");
    await user.clear(form.getByLabelText("Days"));
    await user.type(form.getByLabelText("Days"), "-1,5");
    await user.click(save);
    expect(await form.findByText("Note is required")).toBeVisible();
    expect(form.getByLabelText("Note")).toHaveFocus();
    delete refuse.with;
    await user.type(form.getByLabelText("Note"), "Taken twice");
    await user.click(save);
    expect(await screen.findByText("Balance adjusted successfully!")).toBeVisible();
    expect(sent.at(-1)).toEqual({
      userId: "e0",
      leaveTypeId: "t1",
      year: 2026,
      days: -1.5,
      note: "Taken twice",
    });
    expect(dialog.getByRole("button", { name: "Adjust Balance" })).toHaveFocus();
  });

  it("is recorded as the person would ask for it", async () => {
    serve([ADA]);
    const { previewed, say } = serveLeave();
    const bodies: Schemas["NewLeaveRequest"][] = [];
    say.message = "Leave recorded successfully!";
    server.use(
      http.post("/api/leave/requests", async ({ request, response }) => {
        bodies.push(await request.json());
        return response(201).json({ success: true, message: say.message, data: { request: aLeave() } });
      }),
    );
    const { user } = asHr();
    const dialog = await openLeave(user);
    await user.click(await dialog.findByRole("button", { name: "Record Leave" }));
    const form = within(screen.getByRole("dialog", { name: "Record Leave" }));
    await user.selectOptions(form.getByLabelText("Leave Type"), "Sick Leave");
    await user.type(form.getByLabelText("First Day"), "2026-11-16");
    await waitFor(() => expect(previewed.at(-1)).toMatchObject({ userId: "e0", leaveTypeId: "t2" }));
    expect(await form.findByText("1.5 days in 2026, 15.5 left after that")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Record Leave" }));
    expect(await screen.findByText("Leave recorded successfully!")).toBeVisible();
    expect(bodies).toEqual([
      {
        userId: "e0",
        leaveTypeId: "t2",
        startDate: "2026-11-16",
        startPart: "full",
        endDate: "2026-11-16",
        endPart: "full",
      },
    ]);
    expect(screen.getByRole("dialog")).toHaveAccessibleName("Ada Number1");
  });

  it("says when it cannot be loaded, and is there after another try", async () => {
    serve([ADA]);
    server.use(fails("/api/leave/my"));
    const { user } = asHr();
    const dialog = await openLeave(user);
    expect(await dialog.findByText("Failed to load leave")).toBeVisible();
    serveLeave();
    await user.click(dialog.getByRole("button", { name: "Try Again" }));
    expect(await dialog.findByRole("table", { name: "Balances" })).toBeVisible();
  });
});
