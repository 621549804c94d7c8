import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Schemas } from "../../domain/types";
import { anUnlock } from "../../testing/calendar";
import { aRefusal, TODAY } from "../../testing/fixtures";
import { anEmployee, employees, serve } from "../../testing/people";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";
import { toast } from "../../ui/toast";

const REASON = "Managers unlock today and one working day back.";
const aWindow = (changes: Partial<Schemas["UnlockWindow"]> = {}): Schemas["UnlockWindow"] => ({
  earliest: "2026-11-19",
  latest: TODAY,
  reason: REASON,
  rejectedDates: [],
  closedMonths: [],
  ...changes,
});

/** A server that opens what it is asked to open, unless it is told to refuse. */
function open(window: Partial<Schemas["UnlockWindow"]> = {}) {
  const sent: Schemas["DirectUnlockRequest"][] = [];
  const asked: (string | null)[] = [];
  const refuse: { unlock?: Schemas["ErrorEnvelope"] | "broken"; window?: Schemas["ErrorEnvelope"] } = {};
  server.use(
    gives("/api/timesheet-unlock/requests", {
      requests: [],
      pagination: { current: 1, pages: 1, total: 0 },
    }),
    http.get("/api/timesheet-unlock/window", ({ query, response }) => {
      asked.push(query.get("employeeId"));
      if (refuse.window) return response(403).json(refuse.window);
      return response(200).json({ success: true, data: aWindow(window) });
    }),
    http.post("/api/timesheet-unlock/direct-unlock", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.unlock === "broken") return response.untyped(new Response("<html>", { status: 502 }));
      if (refuse.unlock) return response(409).json(refuse.unlock);
      return response(201).json({
        success: true,
        data: {
          employee: { _id: body.employeeId, name: "Ada Number1" },
          unlockRequest: anUnlock({
            _id: `u${sent.length}`,
            requestedDate: body.requestedDate,
            reason: body.reason,
          }),
        },
      });
    }),
  );
  return { sent, asked, refuse };
}

const show = (search = "") =>
  renderApp({ url: `/manager/direct-unlock${search}`, as: { id: "m1", role: "Manager" } });
const employee = () => screen.findByRole("combobox", { name: "Employee" });
const date = () => screen.getByLabelText("Date to unlock");
const reason = () => screen.getByRole("textbox", { name: "Reason" });
const submit = () => screen.getByRole("button", { name: "Unlock Timesheet" });
const options = async () => (await screen.findAllByRole("option")).map((one) => one.textContent);

describe("the search for the employee", () => {
  it("suggests ten at first and eight at most of what is typed, by name, ID and department", async () => {
    const { asked } = serve([
      ...employees(12),
      anEmployee(20, { firstName: "Zoe", department: "Harbour", employeeId: "EMP2024" }),
    ]);
    open();
    const { user } = show();
    const field = await employee();
    await user.click(field);
    expect(await options()).toHaveLength(10);
    expect(screen.getByText("10 of 13. Type to find the others.")).toBeVisible();
    await user.type(field, "NUMBER");
    expect(await screen.findByText("8 of 13. Type to find the others.")).toBeVisible();
    expect(await options()).toHaveLength(8);
    for (const typed of ["zOe  number21", "emp2024", "harbour"]) {
      await user.clear(field);
      await user.type(field, typed);
      expect(await screen.findByRole("option", { name: /Zoe Number21.*EMP2024, Harbour/ })).toBeVisible();
      expect(await options()).toHaveLength(1);
    }
    await user.clear(field);
    await user.type(field, "@daybook.example");
    expect(await screen.findByText("No employees found")).toBeVisible();
    // A few people are searched on the screen.
    expect(asked).toEqual(["?role=Employee&status=active&page=1&limit=100"]);
  });

  it("lets the server search where there are more than one answer holds", async () => {
    const { asked } = serve([...employees(140), anEmployee(140, { firstName: "Quirin" })]);
    open();
    const { user } = show();
    const field = await employee();
    await user.type(field, "quirin");
    const found = await screen.findByRole("option", { name: /Quirin Number141/ });
    expect(asked.at(-1)).toBe("?role=Employee&status=active&page=1&limit=100&search=quirin");
    await user.click(found);
    expect(field).toHaveValue("Quirin Number141");
  });

  it("is worked by the keys alone, and asks which days may be opened", async () => {
    serve(employees(3));
    const { asked } = open();
    const { user, router } = show();
    const field = await employee();
    field.focus();
    await user.keyboard("{ArrowDown}");
    await screen.findAllByRole("option");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(field).toHaveValue("Ben Number2");
    expect(field).toHaveAccessibleDescription("EMP1002, Engineering");
    expect(await screen.findByText(REASON)).toBeVisible();
    expect(date()).toHaveAccessibleDescription(REASON);
    expect(date()).toHaveAttribute("min", "2026-11-19");
    expect(date()).toHaveAttribute("max", TODAY);
    expect(asked).toEqual(["e1"]);
    await waitFor(() => expect(router.state.location.search).toBe("?employee=e1"));
  });

  it("says that nobody could be loaded, and tries again", async () => {
    const { refuse } = serve(employees(2));
    refuse.list = true;
    open();
    const { user } = show();
    expect(await screen.findByText("Failed to load employees")).toBeVisible();
    await user.click(await employee());
    expect(screen.getByText("Error loading employees")).toBeVisible();
    await user.keyboard("{Escape}");
    server.use(http.get("/api/users", ({ response }) => response.untyped(Response.error())));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Failed to fetch employees")).toBeVisible();
    refuse.list = false;
    serve(employees(2));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await user.click(await employee());
    expect(await options()).toHaveLength(2);
  });
});

describe("the address", () => {
  it("names the employee and the day, and follows the choice", async () => {
    serve(employees(3));
    open({ rejectedDates: ["2025-12-30", "2026-10-06"] });
    const { user, router } = show("?employee=e2&date=2026-11-19");
    await waitFor(async () => expect(await employee()).toHaveValue("Cleo Number3"));
    expect(date()).toHaveValue("2026-11-19");
    expect(screen.getByText("Thursday, November 19, 2026")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Thursday, November 19, 2026" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await user.click(screen.getByRole("button", { name: "Friday, November 20, 2026, today" }));
    expect(date()).toHaveValue(TODAY);
    await waitFor(() => expect(router.state.location.search).toBe(`?employee=e2&date=${TODAY}`));
    const rejected = within(screen.getByRole("group", { name: "Rejected days you can unlock" }));
    expect(rejected.getAllByRole("button").map((one) => one.textContent)).toEqual([
      "December 30, 2025",
      "Tue, Oct 6",
    ]);
    await user.click(rejected.getByRole("button", { name: "Tuesday, October 6, 2026" }));
    expect(date()).toHaveValue("2026-10-06");
    await act(() => router.navigate("/manager/direct-unlock?employee=e0&date=2026-11-18"));
    await waitFor(() => expect(date()).toHaveValue("2026-11-18"));
    await waitFor(async () => expect(await employee()).toHaveValue("Ada Number1"));
  });

  it("is passed over where it is nonsense", async () => {
    serve(employees(1));
    open();
    show("?date=2026-02-30");
    await employee();
    expect(date()).toHaveValue("");
    expect(date()).toHaveAccessibleDescription(/^Choose the employee first/);
  });

  it("may name somebody whose days are not the caller's to open", async () => {
    serve(employees(2));
    const { refuse } = open();
    refuse.window = aRefusal("FORBIDDEN", "You can only unlock timesheets for your team members");
    show("?employee=e1");
    const field = await employee();
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/You can only unlock timesheets for your team members$/),
    );
    expect(field).toBeInvalid();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });
});

describe("the form", () => {
  beforeEach(() => void serve(employees(2)));

  it("asks for what is missing, all of it, and sends nothing", async () => {
    const { sent } = open();
    const { user } = show();
    const field = await employee();
    await user.click(submit());
    expect(await screen.findByText("Please fill in all fields")).toBeVisible();
    for (const one of [field, date(), reason()]) expect(one).toBeInvalid();
    expect(field).toHaveFocus();
    await user.type(reason(), "   ");
    await user.click(submit());
    expect(reason()).toBeInvalid();
    expect(sent).toEqual([]);
  });

  it("opens the day, says so for six seconds, and is empty for the next one", async () => {
    const said = vi.spyOn(toast, "success");
    const { sent } = open();
    const { user, router } = show("?employee=e0&date=2026-11-19");
    await screen.findByText(REASON);
    await user.type(reason(), "  Was at the customer  ");
    await user.click(submit());
    expect(await screen.findByText("Timesheet Unlocked Successfully!")).toBeVisible();
    expect(sent).toEqual([{ employeeId: "e0", requestedDate: "2026-11-19", reason: "Was at the customer" }]);
    expect(said).toHaveBeenCalledExactlyOnceWith("Timesheet Unlocked Successfully!", {
      description: "Ada Number1 can now fill in Thursday, November 19, 2026.",
      durationMs: 6000,
    });
    const field = await employee();
    expect(field).toHaveFocus();
    for (const one of [field, date(), reason()]) await waitFor(() => expect(one).toHaveValue(""));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    const opened = within(screen.getByRole("region", { name: "Unlocked just now" }));
    expect(opened.getByRole("listitem")).toHaveTextContent("Ada Number1Thursday, November 19, 2026");
  });

  it("says for eight seconds why it failed, and loses nothing that was typed", async () => {
    const said = vi.spyOn(toast, "error");
    const { sent, refuse } = open();
    refuse.unlock = aRefusal("CONFLICT", "This date is already unlocked");
    const { user } = show("?employee=e0&date=2026-11-19");
    await screen.findByText(REASON);
    await user.type(reason(), "Late train");
    await user.keyboard("{Control>}{Enter}{/Control}");
    const box = await screen.findByText("This date is already unlocked", { selector: "[tabindex]" });
    expect(box).toHaveFocus();
    expect(said).toHaveBeenLastCalledWith("Unlock Failed", {
      description: "This date is already unlocked",
      durationMs: 8000,
    });
    expect(await employee()).toHaveValue("Ada Number1");
    expect(date()).toHaveValue("2026-11-19");
    expect(reason()).toHaveValue("Late train");

    refuse.unlock = "broken";
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(await screen.findByText("Failed to unlock timesheet", { selector: "[tabindex]" })).toHaveFocus();
    expect(said).toHaveBeenLastCalledWith("Unlock Failed", {
      description: "Failed to unlock timesheet",
      durationMs: 8000,
    });

    const sentence = "The date is before the employee's joining date (2026-11-20)";
    refuse.unlock = aRefusal("CONFLICT", sentence, { errors: { requestedDate: sentence } });
    await user.click(submit());
    await waitFor(() => expect(date()).toHaveFocus());
    expect(date()).toHaveAccessibleDescription(`${REASON} ${sentence}`);
    expect(reason()).toHaveValue("Late train");
  });

  it("counts the reason from 451 characters on, and takes 500", async () => {
    const { sent } = open();
    const { user } = show("?employee=e0&date=2026-11-19");
    await screen.findByText(REASON);
    // Each of these is one character, made of two halves.
    const write = async (length: number) => {
      await user.clear(reason());
      await user.click(reason());
      await user.paste("🚢".repeat(length));
    };
    await write(450);
    expect(screen.queryByText(/ \/ 500$/)).toBeNull();
    await write(451);
    expect(screen.getByText("451 / 500")).toBeVisible();
    expect(screen.getByText("Fewer than 50 characters are left.")).toBeInTheDocument();
    await write(501);
    expect(screen.getByText("501 / 500")).toBeVisible();
    expect(reason()).toHaveAccessibleDescription(/The reason must be at most 500 characters$/);
    await user.click(submit());
    expect(reason()).toHaveFocus();
    expect(sent).toEqual([]);
    await write(500);
    expect(reason()).toBeValid();
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("asks anew which days may be opened when holidays change", async () => {
    const { asked } = open();
    show("?employee=e0");
    await screen.findByText(REASON);
    await hears("holidays");
    await waitFor(() => expect(asked).toEqual(["e0", "e0"]));
  });
});

describe("a window", () => {
  it("offers no date of a closed month, and says why one that is typed stays closed", async () => {
    serve(employees(1));
    open({ earliest: "2026-09-28", latest: TODAY, closedMonths: ["2026-09", "2026-10"] });
    show("?employee=e0&date=2026-10-30");
    await screen.findByText(REASON);
    expect(date()).toHaveAttribute("min", "2026-11-01");
    expect(date()).toHaveAttribute("max", TODAY);
    expect(date()).toBeInvalid();
    expect(date()).toHaveAccessibleDescription(
      `${REASON} The month October 2026 has been processed and is closed`,
    );
    fireEvent.change(date(), { target: { value: TODAY } });
    expect(date()).toHaveAccessibleDescription(REASON);
  });

  it("of a few days leaves out those of a closed month", async () => {
    serve(employees(1));
    open({ earliest: "2026-10-30", latest: "2026-11-02", closedMonths: ["2026-10"] });
    show("?employee=e0");
    const days = await screen.findByRole("group", { name: "Days you can unlock" });
    expect(
      within(days)
        .getAllByRole("button")
        .map((day) => day.getAttribute("aria-label")),
    ).toEqual(["Monday, November 2, 2026", "Sunday, November 1, 2026"]);
  });

  it("that cannot be loaded is asked for again, and nothing else waits for it", async () => {
    serve(employees(1));
    const { sent } = open();
    server.use(fails("/api/timesheet-unlock/window"));
    const { user } = show("?employee=e0&date=2026-11-19");
    expect(await screen.findByText("The days you can unlock could not be loaded.")).toBeVisible();
    await user.type(reason(), "Late train");
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("of many days is left to the calendar of the field", async () => {
    serve(employees(1));
    open({ earliest: "2024-03-04" });
    show("?employee=e0");
    await screen.findByText(REASON);
    expect(screen.queryByRole("group", { name: "Days you can unlock" })).toBeNull();
    expect(date()).toHaveAttribute("min", "2024-03-04");
  });
});
