import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "../../api/schema";
import type { CalendarDay } from "../../domain/types";
import { aMonth, anUnlock, aRequest, OPEN_MONTH } from "../../testing/calendar";
import { aPatternOf, aRefusal } from "../../testing/fixtures";
import { renderApp } from "../../testing/render";
import { aHold, gives, http, server } from "../../testing/server";

type Unlock = components["schemas"]["UnlockRequest"];

const DAY = "2026-11-19";

/** A month whose Thursday can be asked for; what is asked for waits. */
function serve({ day = {}, mine = [] }: { day?: Partial<CalendarDay>; mine?: Unlock[] } = {}) {
  const special: Record<string, Partial<CalendarDay>> = { [DAY]: { canAskUnlock: true, ...day } };
  const sent: unknown[] = [];
  const refuse: { with?: ReturnType<typeof aRefusal> } = {};
  const { held, answer } = aHold();
  server.use(
    http.get("/api/timesheets/calendar", ({ query, response }) => {
      const prefix = `${query.get("year")}-${query.get("month")?.padStart(2, "0")}`;
      const days = aMonth(prefix, special);
      const patterns = aPatternOf(prefix);
      const data = { days, patterns, month: OPEN_MONTH, earliestMonth: "2026-09", latestMonth: "2026-11" };
      return response(200).json({ success: true, data });
    }),
    gives("/api/timesheet-unlock/my-requests", () => ({ unlockRequests: mine })),
    http.post("/api/timesheet-unlock/request", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      await held;
      if (refuse.with) return response(409).json(refuse.with);
      const unlockRequest = aRequest({ ...body, createdAt: "2026-11-20T09:00:00Z" });
      special[DAY] = { canAskUnlock: false, unlockRequest };
      mine.unshift(unlockRequest);
      return response(201).json({ success: true, message: "Unlock request sent", data: { unlockRequest } });
    }),
  );
  return { sent, refuse, answer };
}

const open = (date = DAY) => renderApp({ url: `/employee/timesheet?date=${date}`, as: { role: "Employee" } });
const panel = () => within(screen.getByRole("region", { name: "Entry for the chosen day" }));
const ask = () => screen.findByRole("button", { name: "Ask for unlock" });

describe("asking for an unlock", () => {
  it("sends the reason for the day, and says for whom it waits", async () => {
    const { sent, answer } = serve();
    const { user } = open();
    await user.click(await ask());
    const dialog = within(await screen.findByRole("dialog", { name: "Ask for unlock" }));
    expect(dialog.getByText("Thursday, November 19, 2026")).toBeVisible();
    expect(dialog.getByLabelText("Reason")).toHaveFocus();
    await user.type(dialog.getByLabelText("Reason"), "  On the ferry ");
    await user.click(dialog.getByRole("button", { name: "Send Request" }));
    expect(await dialog.findByRole("button", { name: "Sending..." })).toBeVisible();
    expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
    answer();
    expect(await screen.findByText("Unlock request sent")).toBeVisible();
    expect(sent).toEqual([{ requestedDate: DAY, reason: "On the ferry" }]);
    const waits =
      "You asked for an unlock on Friday, November 20, 2026. It waits for your manager until Thursday, November 26, 2026.";
    expect(await panel().findByText(waits)).toBeVisible();
    expect(panel().getByText("Your reason").nextElementSibling).toHaveTextContent("On the ferry");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(panel().queryByRole("button", { name: "Ask for unlock" })).toBeNull();
    expect(panel().getByRole("heading", { name: "Time Entry" })).toHaveFocus();
  });

  it("wants a reason, keeps what was typed through a refusal, and asks before it is lost", async () => {
    const { sent, refuse, answer } = serve();
    answer();
    refuse.with = aRefusal("CONFLICT", "Five of your requests are waiting already");
    const { user } = open();
    await user.click(await ask());
    const dialog = within(await screen.findByRole("dialog"));
    const reason = dialog.getByLabelText("Reason");
    await user.click(dialog.getByRole("button", { name: "Send Request" }));
    expect(await dialog.findByText("A reason is required")).toBeVisible();
    expect(reason).toHaveFocus();
    await user.click(reason);
    await user.paste("x".repeat(501));
    await user.click(dialog.getByRole("button", { name: "Send Request" }));
    expect(await dialog.findByText("The reason must be at most 500 characters")).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(reason);
    await user.type(reason, "On the ferry");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await dialog.findByText("Five of your requests are waiting already")).toBeVisible();
    expect(reason).toHaveValue("On the ferry");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each([
    ["hr", "It waits for HR until Thursday, November 26, 2026."],
    ["admin", "It waits for an administrator until Thursday, November 26, 2026."],
  ] as const)("says that it waits for %s", async (waitsFor, sentence) => {
    const unlockRequest = aRequest({ requestedDate: DAY, waitsFor });
    serve({ day: { canAskUnlock: false, unlockRequest }, mine: [unlockRequest] });
    open();
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  });

  it("says why there is nothing to press while as many wait as may", async () => {
    serve({ day: { canAskUnlock: false, askRefusal: "Five of your requests are waiting already" } });
    open();
    expect(await screen.findByText("Five of your requests are waiting already")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Ask for unlock" })).toBeNull();
  });

  it("says only that it was asked for while it waits for nobody", async () => {
    const unlockRequest = aRequest({ requestedDate: DAY, waitsFor: null });
    serve({ day: { canAskUnlock: false, unlockRequest }, mine: [unlockRequest] });
    open();
    expect(await screen.findByText("You asked for an unlock on Thursday, November 19, 2026.")).toBeVisible();
  });

  it("shows why it was declined, until the day is asked for again", async () => {
    const declined = anUnlock({
      requestedDate: DAY,
      status: "declined",
      isAsked: true,
      decidedBy: {
        firstName: "Anna",
        lastName: "Berg",
        role: "Manager",
        onBehalfOf: { firstName: "Marco", lastName: "Rossi" },
      },
      decisionComment: "You were in the office",
    });
    const { answer } = serve({ mine: [declined] });
    answer();
    const { user } = open();
    expect(await screen.findByText("You were in the office")).toBeVisible();
    expect(screen.getByText("Request declined by Anna Berg for Marco Rossi (Manager)")).toBeVisible();
    await user.click(await ask());
    await user.type(await screen.findByLabelText("Reason"), "I was not");
    await user.click(screen.getByRole("button", { name: "Send Request" }));
    expect(await screen.findByText(/It waits for your manager/)).toBeVisible();
    expect(screen.queryByText("You were in the office")).toBeNull();
  });

  it("offers nothing where the server would not take it", async () => {
    serve({ day: { canAskUnlock: false } });
    open();
    expect(await screen.findByRole("button", { name: /Select Today/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Ask for unlock" })).toBeNull();
  });
});
