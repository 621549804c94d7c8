import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../../domain/types";
import { aRefusal } from "../../testing/fixtures";
import { ANNUAL, type LeaveType, SICK, UNPAID } from "../../testing/leave-types";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

/** A server that keeps these types, and remembers what it was sent. */
function serve(types: readonly LeaveType[]) {
  let all = types;
  const sent: unknown[] = [];
  const refuse: { once?: Schemas["ErrorEnvelope"]; broken?: boolean } = {};
  const refusal = () => {
    const once = refuse.once;
    delete refuse.once;
    return once;
  };
  const broken = () => new Response("<html>", { status: 502 });
  server.use(
    gives("/api/settings", { settings: [] }),
    gives("/api/work-patterns", {
      rows: [],
      current: { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 },
      version: 0,
    }),
    http.get("/api/leave/types", ({ response }) =>
      response(200).json({ success: true, data: { types: [...all] } }),
    ),
    http.post("/api/leave/types", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.broken) return response.untyped(broken());
      const no = refusal();
      if (no) return no.code === "CONFLICT" ? response(409).json(no) : response(400).json(no);
      const { carryOverUntil = null, carryOverDays = 0, backdateDays = 0, isActive = true, ...rest } = body;
      const isLimited = rest.annualDays !== null;
      const made = { carryOverUntil, carryOverDays, backdateDays, isActive, isLimited, ...rest };
      const leaveType: LeaveType = { ...made, _id: "new", version: 0, next: null };
      all = [...all, leaveType];
      return response(201).json({
        success: true,
        message: "Leave type added successfully!",
        data: { leaveType },
      });
    }),
    http.put("/api/leave/types/{id}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ id: params.id, ...body });
      if (refuse.broken) return response.untyped(broken());
      const no = refusal();
      if (no) return no.code === "CONFLICT" ? response(409).json(no) : response(400).json(no);
      const { fromYear: _, version, ...changes } = body;
      const known = all.find(({ _id }) => _id === params.id) ?? ANNUAL;
      const leaveType: LeaveType = { ...known, ...changes, version: version + 1 };
      all = all.map((one) => (one._id === leaveType._id ? leaveType : one));
      return response(200).json({
        success: true,
        message: "Leave type updated successfully!",
        data: { leaveType },
      });
    }),
  );
  const set = (id: string, changes: Partial<LeaveType>) => {
    all = all.map((one) => (one._id === id ? { ...one, ...changes } : one));
  };
  return { sent, refuse, set };
}

const asHr = () => renderApp({ url: "/hr/settings", as: { id: "h1", role: "HR" } });
const section = async () => within(await screen.findByRole("region", { name: "Leave Types" }));
const rows = (): string[][] =>
  screen
    .getAllByRole("row")
    .filter((row) => row.closest("table")?.getAttribute("aria-label") === "Leave types")
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
const button = (name: string) => screen.getByRole("button", { name });
const openOf = async (user: ReturnType<typeof asHr>["user"], name: string) => {
  await user.click(await screen.findByRole("button", { name }));
  await screen.findByRole("button", { name: "Save" });
  return within(screen.getByRole("dialog"));
};
const retype = async (user: ReturnType<typeof asHr>["user"], field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

describe("leave types", () => {
  it("stand among the settings of HR, each with what it gives this year and the next", async () => {
    const next = { fromYear: 2027, annualDays: 25, carryOverDays: 5, carryOverUntil: 3 };
    const less = { fromYear: 2027, annualDays: 10, carryOverDays: 1, carryOverUntil: 6 };
    serve([
      { ...ANNUAL, next },
      { ...SICK, next: less },
      { ...UNPAID, isActive: false },
    ]);
    asHr();
    const part = await section();
    await part.findByRole("table");
    expect(rows()).toEqual([
      ["Name", "Days per Year", "Paid", "Approval", "Carry-over", "Days Back", "Status", "Actions"],
      [
        "Annual Leave",
        "20From 2027: 25 days",
        "Yes",
        "Needed",
        "5 daysuntil March",
        "30",
        "Active",
        "EditDeactivate",
      ],
      [
        "Sick Leave",
        "10",
        "Yes",
        "Not needed",
        "NoneFrom 2027: 1 dayuntil June",
        "7",
        "Active",
        "EditDeactivate",
      ],
      ["Unpaid Leave", "No limit", "No", "Needed", "None", "30", "Inactive", "EditActivate"],
    ]);
  });

  it("are added by keyboard, with or without a limit", async () => {
    const { sent } = serve([ANNUAL]);
    const { user } = asHr();
    await section();
    const dialog = await openOf(user, "Add Leave Type");
    const name = await dialog.findByRole("textbox", { name: "Name" });
    expect(name).toHaveFocus();
    await user.type(name, "Study");
    await user.type(dialog.getByRole("textbox", { name: "Days per Year" }), "2,5");
    await retype(user, dialog.getByRole("textbox", { name: "Carry-over" }), "1");
    await user.selectOptions(dialog.getByLabelText("Carried Days Lapse"), "At the end of June");
    await user.click(dialog.getByRole("checkbox", { name: "Needs approval" }));
    expect(dialog.queryByLabelText("From Year")).toBeNull();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Leave type added successfully!")).toBeVisible();
    expect(await screen.findByRole("rowheader", { name: "Study" })).toBeVisible();
    expect(button("Add Leave Type")).toHaveFocus();

    const another = await openOf(user, "Add Leave Type");
    await user.type(await another.findByRole("textbox", { name: "Name" }), "Care");
    await user.click(another.getByRole("checkbox", { name: "Limited days per year" }));
    await user.click(another.getByRole("checkbox", { name: "Paid" }));
    await retype(user, another.getByRole("textbox", { name: "Days Back" }), "14");
    expect(another.queryByRole("textbox", { name: "Days per Year" })).toBeNull();
    await user.click(another.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("rowheader", { name: "Care" })).toBeVisible();
    const study = { name: "Study", annualDays: 2.5, isPaid: true, needsApproval: false, backdateDays: 0 };
    const care = { name: "Care", annualDays: null, isPaid: false, needsApproval: true, backdateDays: 14 };
    expect(sent).toEqual([
      { ...study, carryOverDays: 1, carryOverUntil: 6, isActive: true },
      { ...care, carryOverDays: 0, carryOverUntil: null, isActive: true },
    ]);
  });

  it("are changed from this year or the next on, and only what was changed is sent", async () => {
    const next = { fromYear: 2027, annualDays: 25, carryOverDays: 5, carryOverUntil: null };
    const { sent } = serve([{ ...ANNUAL, version: 4, next }]);
    const { user } = asHr();
    await section();
    const dialog = await openOf(user, "Edit: Annual Leave");
    const days = await dialog.findByRole("textbox", { name: "Days per Year" });
    expect(days).toHaveValue("20");
    expect(dialog.queryByRole("checkbox", { name: "Paid" })).toBeNull();
    await retype(user, dialog.getByRole("textbox", { name: "Carry-over" }), "2");
    await user.selectOptions(dialog.getByLabelText("From Year"), "2027");
    expect(days).toHaveValue("25");
    expect(dialog.getByLabelText("Carried Days Lapse")).toHaveDisplayValue("Not automatically");
    expect(dialog.getByRole("textbox", { name: "Carry-over" })).toHaveValue("2");
    await retype(user, days, "twenty");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(days).toHaveAccessibleDescription("Please type a number of days.");
    expect(days).toHaveFocus();
    await retype(user, days, "26");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Leave type updated successfully!")).toBeVisible();
    expect(sent).toEqual([{ id: "t1", version: 4, fromYear: 2027, annualDays: 26, carryOverDays: 2 }]);
    expect(button("Edit: Annual Leave")).toHaveFocus();
  });

  it("are taken out of use and back, in their row", async () => {
    const { sent } = serve([ANNUAL, SICK]);
    const { user } = asHr();
    await section();
    await user.click(await screen.findByRole("button", { name: "Deactivate: Sick Leave" }));
    await user.click(await screen.findByRole("button", { name: "Activate: Sick Leave" }));
    await screen.findByRole("button", { name: "Deactivate: Sick Leave" });
    expect(sent).toEqual([
      { id: "t2", version: 0, isActive: false },
      { id: "t2", version: 1, isActive: true },
    ]);
    expect(screen.getAllByText("Leave type updated successfully!")[0]).toBeVisible();
  });

  it("say what is wrong at its field, and lose nothing", async () => {
    const { refuse } = serve([ANNUAL]);
    const { user } = asHr();
    await section();
    const dialog = await openOf(user, "Edit: Annual Leave");
    const name = await dialog.findByRole("textbox", { name: "Name" });
    await retype(user, name, "Sick Leave");
    const save = dialog.getByRole("button", { name: "Save" });
    const taken = "A leave type with this name already exists";
    refuse.once = aRefusal("CONFLICT", taken, { errors: { name: taken } });
    await user.click(save);
    expect(await dialog.findByText(taken)).toBeVisible();
    expect(name).toHaveAccessibleDescription(taken);
    const many = "Days per year must be from 0 to 366 in steps of 0.5";
    refuse.once = aRefusal("VALIDATION_FAILED", many, { errors: { annualDays: many } });
    await retype(user, dialog.getByRole("textbox", { name: "Days per Year" }), "400");
    await user.click(save);
    expect(await dialog.findByText(many)).toBeVisible();
    refuse.broken = true;
    await user.click(save);
    expect(await dialog.findByRole("alert")).toHaveTextContent("Failed to save leave type");
    expect(name).toHaveValue("Sick Leave");
    await user.keyboard("{Escape}");
    expect(screen.getByText("What you wrote will be lost.")).toBeVisible();
  });

  it("show beside what was typed what somebody else decided meanwhile, and take the next word for it", async () => {
    const { sent, refuse, set } = serve([ANNUAL]);
    const { user } = asHr();
    await section();
    const dialog = await openOf(user, "Edit: Annual Leave");
    const days = await dialog.findByRole("textbox", { name: "Days per Year" });
    await retype(user, days, "22");
    set("t1", { version: 1, annualDays: 24, backdateDays: 14 });
    const message = "This leave type has changed since you opened it. Please review it again.";
    refuse.once = aRefusal("CONFLICT", message);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(await dialog.findByText("Now 24.")).toBeVisible();
    expect(days).toHaveValue("22");
    expect(dialog.getByRole("textbox", { name: "Days Back" })).toHaveValue("14");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Leave type updated successfully!")).toBeVisible();
    expect(sent).toEqual([
      { id: "t1", version: 0, fromYear: 2026, annualDays: 22 },
      { id: "t1", version: 1, fromYear: 2026, annualDays: 22 },
    ]);
  });

  it("follow what is decided elsewhere", async () => {
    const { set } = serve([ANNUAL]);
    asHr();
    const part = await section();
    await part.findByText("20");
    set("t1", { annualDays: 21 });
    await hears("leave");
    expect(await part.findByText("21")).toBeVisible();
  });

  it("say when they cannot be loaded", async () => {
    serve([]);
    server.use(fails("/api/leave/types"));
    asHr();
    expect(await (await section()).findByText("Failed to load leave types")).toBeVisible();
  });
});
