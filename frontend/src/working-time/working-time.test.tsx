import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Schemas } from "../domain/types";
import { aRefusal, aUser } from "../testing/fixtures";
import { anEmployee, asHr, serve as servePeople } from "../testing/people";
import { renderApp } from "../testing/render";
import { fails, gives, http, server } from "../testing/server";
import { hears } from "../testing/socket";

type Pattern = Schemas["Pattern"];
type WorkPatterns = Schemas["WorkPatterns"];

const STANDARD: Pattern = { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 };
const SATURDAYS: Pattern = { workingDays: [2, 3, 4, 5, 6], fullDayHours: 8, halfDayHours: 4 };
const ALWAYS: Schemas["PatternRow"] = { from: null, pattern: STANDARD, setAt: null, setBy: null };

const aRow = (from: string, pattern: Pattern | null): Schemas["PatternRow"] => ({
  from,
  pattern,
  setAt: "2026-11-02T10:00:00Z",
  setBy: { firstName: "Hal", lastName: "Human" },
});

/** A server that keeps these lists, by person; the organisation's stands under "". It remembers what it was sent. */
function serve(lists: Readonly<Record<string, WorkPatterns>>) {
  const sent: Schemas["WorkPatternRequest"][] = [];
  const refuse: { once?: Schemas["ErrorEnvelope"]; broken?: boolean } = {};
  const known: Record<string, WorkPatterns> = { ...lists };
  const of = (userId: string | null | undefined) =>
    known[userId ?? ""] ?? { rows: [], current: STANDARD, version: 0 };
  server.use(
    gives("/api/settings", { settings: [] }),
    http.get("/api/work-patterns", ({ query, response }) =>
      response(200).json({ success: true, data: of(query.get("userId")) }),
    ),
    http.put("/api/work-patterns", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.broken) return response.untyped(new Response("<html>", { status: 502 }));
      const refusal = refuse.once;
      if (refusal) {
        delete refuse.once;
        return refusal.code === "CONFLICT" ? response(409).json(refusal) : response(400).json(refusal);
      }
      const { version, rows, current } = of(body.userId);
      const others = rows.filter(({ from }) => from !== body.from);
      const data = {
        rows: [aRow(body.from, body.pattern ?? null), ...others],
        current,
        version: version + 1,
      };
      known[body.userId ?? ""] = data;
      return response(200).json({ success: true, message: "Work pattern saved", data });
    }),
  );
  const set = (list: WorkPatterns) => {
    known[""] = list;
  };
  return { sent, refuse, set };
}

const asHrOf = () => renderApp({ url: "/hr/settings", as: { id: "h1", role: "HR" } });
const section = async () => within(await screen.findByRole("region", { name: "Working Time" }));
const change = () => screen.getByRole("button", { name: "Change Pattern" });
const save = () => screen.getByRole("button", { name: "Save" });

describe("the organisation's working time", () => {
  it("stands in words, with all that was decided, newest first", async () => {
    serve({ "": { rows: [aRow("2026-12-01", SATURDAYS), ALWAYS], current: STANDARD, version: 1 } });
    asHrOf();
    const part = await section();
    expect(await part.findByText("Monday to Friday, full day 9 h, half day 5 h")).toBeVisible();
    const rows = part.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "FromWorking DaysFull DayHalf DaySet byActions",
      "Dec 1, 2026Tuesday to Saturday8 h4 hHal HumanRemove",
      "From the startMonday to Friday9 h5 h",
    ]);
  });

  it("is changed from a day on, by keyboard, and the focus goes back", async () => {
    const { sent } = serve({ "": { rows: [ALWAYS], current: STANDARD, version: 3 } });
    const { user } = asHrOf();
    await section();
    await user.click(await screen.findByRole("button", { name: "Change Pattern" }));
    const from = screen.getByLabelText("From");
    expect(from).toHaveFocus();
    expect(from).toHaveValue("2026-11-20");
    await user.clear(from);
    await user.type(from, "2026-11-02");
    expect(from).toHaveAccessibleDescription("Attendance is recalculated from that day on.");
    await user.click(screen.getByRole("checkbox", { name: "Monday" }));
    await user.click(screen.getByRole("checkbox", { name: "Saturday" }));
    await user.clear(screen.getByLabelText("Full Day"));
    await user.type(screen.getByLabelText("Full Day"), "7,5");
    await user.clear(screen.getByLabelText("Half Day"));
    await user.type(screen.getByLabelText("Half Day"), "4{Enter}");
    expect(await screen.findByText("Work pattern saved")).toBeVisible();
    const pattern = { workingDays: [2, 3, 4, 5, 6], fullDayHours: 7.5, halfDayHours: 4 };
    expect(sent).toEqual([{ from: "2026-11-02", version: 3, pattern }]);
    expect(screen.queryByLabelText("From")).toBeNull();
    expect(change()).toHaveFocus();
    expect(screen.getByRole("rowheader", { name: "Nov 2, 2026" })).toBeVisible();
  });

  it("says what is wrong at its field, and loses nothing", async () => {
    const { sent, refuse } = serve({ "": { rows: [ALWAYS], current: STANDARD, version: 0 } });
    const { user } = asHrOf();
    await user.click(await screen.findByRole("button", { name: "Change Pattern" }));
    await user.clear(screen.getByLabelText("From"));
    await user.clear(screen.getByLabelText("Full Day"));
    await user.type(screen.getByLabelText("Full Day"), "eight{Enter}");
    expect(screen.getByLabelText("From")).toHaveAccessibleDescription("Please choose a day.");
    expect(screen.getByLabelText("Full Day")).toHaveAccessibleDescription("Please type a number of hours.");
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText("From"), "2026-12-01");
    await user.clear(screen.getByLabelText("Full Day"));
    await user.type(screen.getByLabelText("Full Day"), "25");
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
      await user.click(screen.getByRole("checkbox", { name: day }));
    const errors = {
      workingDays: "Choose at least one working day",
      fullDayHours: "Full day hours must be from 1 to 24 in steps of 0.5",
    };
    refuse.once = aRefusal("VALIDATION_FAILED", errors.workingDays, { errors });
    await user.click(save());
    const days = screen.getByRole("group", { name: "Working Days" });
    expect(await within(days).findByText(errors.workingDays)).toBeVisible();
    expect(days).toHaveFocus();
    expect(screen.getByLabelText("Full Day")).toHaveAccessibleDescription(errors.fullDayHours);
    expect(screen.getByLabelText("Full Day")).toHaveValue("25");
    await user.click(screen.getByRole("checkbox", { name: "Sunday" }));
    expect(within(days).queryByText(errors.workingDays)).toBeNull();
    await user.keyboard("{Escape}");
    expect(change()).toHaveFocus();
  });

  it("keeps what was typed when somebody else was quicker, and sends it with what it knows by then", async () => {
    const { sent, refuse, set } = serve({ "": { rows: [ALWAYS], current: STANDARD, version: 0 } });
    const { user } = asHrOf();
    await user.click(await screen.findByRole("button", { name: "Change Pattern" }));
    await user.click(screen.getByRole("checkbox", { name: "Friday" }));
    const told = "This work pattern has changed since you opened it. Please review it again.";
    refuse.once = aRefusal("CONFLICT", told);
    set({ rows: [aRow("2026-12-01", SATURDAYS), ALWAYS], current: STANDARD, version: 1 });
    await hears("settings");
    expect(await screen.findByRole("rowheader", { name: "Dec 1, 2026" })).toBeVisible();
    await user.click(save());
    expect(await screen.findByText(told)).toBeVisible();
    expect(await screen.findByRole("rowheader", { name: "Dec 1, 2026" })).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Friday" })).not.toBeChecked();
    refuse.broken = true;
    await user.click(save());
    expect(await screen.findByText("Failed to save the work pattern")).toBeVisible();
    expect(sent.map(({ version }) => version)).toEqual([0, 1]);
  });

  it("is taken back row by row by the pattern before, but for the first row", async () => {
    const { sent } = serve({
      "": { rows: [aRow("2026-12-01", SATURDAYS), ALWAYS], current: STANDARD, version: 7 },
    });
    const { user } = asHrOf();
    await user.click(await screen.findByRole("button", { name: "Remove: from Dec 1, 2026" }));
    expect(await screen.findByText("Work pattern saved")).toBeVisible();
    expect(sent).toEqual([{ from: "2026-12-01", version: 7, pattern: STANDARD }]);
    expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  });

  it("says when it cannot be loaded, and is there after another try", async () => {
    serve({});
    server.use(fails("/api/work-patterns"));
    const { user } = asHrOf();
    const part = await section();
    expect(await part.findByText("Failed to load the work pattern")).toBeVisible();
    serve({ "": { rows: [ALWAYS], current: STANDARD, version: 0 } });
    await user.click(part.getByRole("button", { name: "Try Again" }));
    expect(await part.findByText("Monday to Friday, full day 9 h, half day 5 h")).toBeVisible();
  });

  it("is asked for anew when the settings change", async () => {
    const { set } = serve({ "": { rows: [ALWAYS], current: STANDARD, version: 0 } });
    asHrOf();
    const part = await section();
    await part.findByText("Monday to Friday, full day 9 h, half day 5 h");
    set({ rows: [ALWAYS], current: { ...STANDARD, fullDayHours: 7.5 }, version: 1 });
    await hears("settings");
    expect(await part.findByText("Monday to Friday, full day 7.5 h, half day 5 h")).toBeVisible();
  });
});

describe("the working time of a person", () => {
  const ada = anEmployee(0);
  const open = async () => {
    const rendered = asHr();
    await rendered.user.click(await screen.findByRole("button", { name: /Ada Number1/ }));
    return rendered;
  };

  it("is the organisation's, or their own, or the organisation's again", async () => {
    const own = { rows: [aRow("2026-11-01", SATURDAYS)], current: SATURDAYS, version: 1 };
    servePeople([ada]);
    const { sent } = serve({ [ada._id]: own });
    const { user } = await open();
    const part = await section();
    expect(await part.findByText("Tuesday to Saturday, full day 8 h, half day 4 h")).toBeVisible();
    expect(part.queryByText("Same as the organisation")).toBeNull();
    await user.click(part.getByRole("button", { name: "Change Pattern" }));
    await user.click(part.getByRole("checkbox", { name: "Use the organisation's pattern" }));
    expect(part.getByRole("group", { name: "Working Days" })).toBeDisabled();
    await user.click(part.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Work pattern saved")).toBeVisible();
    expect(sent).toEqual([{ from: "2026-11-20", version: 1, pattern: null, userId: ada._id }]);
    expect(await part.findByRole("rowheader", { name: "Nov 20, 2026" })).toBeVisible();
    expect(part.getAllByText("Same as the organisation")).toHaveLength(2);
  });

  it("is not lost by closing the dialog", async () => {
    servePeople([ada]);
    serve({});
    const { user } = await open();
    const part = await section();
    await user.click(await part.findByRole("button", { name: "Change Pattern" }));
    await user.click(part.getByRole("checkbox", { name: "Friday" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByText("What you wrote will be lost.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Keep Writing" }));
    expect(part.getByRole("checkbox", { name: "Friday" })).not.toBeChecked();
  });
});

it("stands on an Employee's own profile", async () => {
  const person = aUser({ role: "Employee", workPattern: SATURDAYS });
  server.use(gives("/api/auth/profile", { user: person }));
  renderApp({ url: "/employee/profile", as: { id: person._id, role: "Employee" } });
  expect(await screen.findByText("Tuesday to Saturday, full day 8 h, half day 4 h")).toBeVisible();
  expect(screen.getByText("Working Days")).toBeVisible();
});
