import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { aBalance, aLeave, anApproval, aPreview, aStep, serveLeave } from "../../testing/leave";
import { renderApp } from "../../testing/render";
import { fails, gives, http, server } from "../../testing/server";
import { hears } from "../../testing/socket";

const open = (search = "") => renderApp({ url: `/employee/leave${search}`, as: { role: "Employee" } });
const balances = async () => within(await screen.findByRole("region", { name: "Balances" }));
const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole("button", { name });
const requests = () => within(screen.getByRole("table", { name: "My Requests" }));
const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
type User = ReturnType<typeof open>["user"];

async function fill(user: User, first: string, last = first) {
  await user.selectOptions(await screen.findByLabelText("Leave Type"), "Annual Leave");
  await user.type(field("First Day"), first);
  await user.clear(field("Last Day"));
  await user.type(field("Last Day"), last);
}

describe("the balances of an employee", () => {
  it("are a card for each type, without what is nothing, and with what lapses", async () => {
    serveLeave({
      balances: [
        aBalance({
          adjusted: 1.5,
          carriedIn: 5,
          used: 4,
          planned: 2,
          expired: 1,
          left: 16.5,
          expiring: { days: 1, on: "2027-03-31" },
        }),
        aBalance({
          leaveType: { _id: "t3", name: "Unpaid Leave" },
          isLimited: false,
          allocated: 0,
          pending: 0,
          left: null,
        }),
      ],
    });
    open();
    const [annual, unpaid] = await (await balances()).findAllByRole("listitem");
    const facts = within(annual as HTMLElement);
    expect(facts.getByRole("heading", { name: "Annual Leave" })).toBeVisible();
    expect(facts.getByText("16.5 days left")).toBeVisible();
    expect(
      facts.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]),
    ).toEqual([
      ["Entitlement", "21.5"],
      ["Carried Over", "5"],
      ["Taken", "4"],
      ["Planned", "2"],
      ["Pending", "3"],
      ["Lapsed", "1"],
    ]);
    expect(facts.getByText("1 day lapses after March 31, 2027")).toBeVisible();
    expect(within(unpaid as HTMLElement).getByText("No limit")).toBeVisible();
    expect(within(unpaid as HTMLElement).queryByRole("term")).toBeNull();
  });

  it("are of the leave year that stands in the address", async () => {
    const { asked } = serveLeave();
    const { user, router } = open();
    const year = await screen.findByRole("combobox", { name: "Year" });
    expect(optionsOf("Year")).toEqual(["2025", "2026", "2027"]);
    expect(year).toHaveValue("2026");
    await user.selectOptions(year, "2027");
    await waitFor(() => expect(asked).toEqual(["?year=2026", "?year=2027"]));
    expect(router.state.location.search).toBe("?year=2027");
    await user.selectOptions(year, "2026");
    expect(router.state.location.search).toBe("");
  });

  it("show in Details the rows of which they are the sum", async () => {
    const row = { leaveType: { _id: "t1", name: "Annual Leave" }, year: 2026, requestId: null, by: null };
    const at = { createdAt: "2026-01-01T00:00:00Z", note: null };
    serveLeave();
    server.use(
      gives("/api/leave/ledger", {
        rows: [
          { ...row, ...at, _id: "r1", kind: "allocation", days: 20, date: "2026-01-01" },
          {
            ...row,
            ...at,
            _id: "r2",
            kind: "adjustment",
            days: 0.5,
            date: "2026-02-02",
            note: "Moved house",
          },
          { ...row, ...at, _id: "r3", kind: "usage", days: -3.5, date: "2026-11-19" },
          { ...row, ...at, _id: "r4", kind: "opening", days: 2, date: "2026-11-20" },
        ],
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Details: Annual Leave" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Annual Leave 2026" }));
    await dialog.findByText("Moved house");
    expect(
      dialog.getAllByRole("row").map((one) => [...one.children].map((cell) => cell.textContent)),
    ).toEqual([
      ["Date", "What", "Days", "Note"],
      ["Jan 1, 2026", "Entitlement", "+20", ""],
      ["Feb 2, 2026", "Adjustment", "+0.5", "Moved house"],
      ["Nov 19, 2026", "Leave", "−3.5", ""],
      ["Nov 20, 2026", "Opening balance", "+2", ""],
      ["Left", "", "17", ""],
    ]);
    await user.keyboard("{Escape}");
    expect(button("Details: Annual Leave")).toHaveFocus();
  });

  it("say when they cannot be loaded", async () => {
    server.use(fails("/api/leave/my"));
    open();
    expect(await screen.findByText("Failed to load leave")).toBeVisible();
  });

  it("come with a line where nobody can decide, and follow what the server says of leave", async () => {
    const mine = { hasDecider: false, requests: [aLeave()] };
    serveLeave(mine);
    open();
    const line = "You have no manager who can decide at the moment. HR can assign one.";
    expect(await screen.findByText(line)).toBeVisible();
    serveLeave({ requests: [aLeave({ status: "approved", history: [aStep(), anApproval()] })] });
    await hears("leave");
    await waitFor(() => expect(screen.queryByText(line)).toBeNull());
    expect(requests().getByText("Approved by Mona Fuchs")).toBeVisible();
  });
});

describe("asking for leave", () => {
  it("shows line by line what counts, and what is left, a moment after the last change", async () => {
    const { previewed } = serveLeave();
    const { user } = open();
    await fill(user, "2026-12-24", "2026-12-28");
    await user.selectOptions(field("Starts"), "Afternoon");
    const preview = within(screen.getByRole("region", { name: "Days Needed" }));
    expect(await preview.findByText("1.5 days in 2026, 15.5 left after that")).toBeVisible();
    expect(preview.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Thu, Dec 240.5 days, afternoon",
      "Fri, Dec 25Holiday: Christmas Day",
      "Sat, Dec 26Weekend",
      "Sun, Dec 27Weekend",
      "Mon, Dec 281 day",
    ]);
    expect(previewed.at(-1)).toEqual({
      leaveTypeId: "t1",
      startDate: "2026-12-24",
      startPart: "afternoon",
      endDate: "2026-12-28",
      endPart: "full",
    });
    const count = previewed.length;
    await user.type(field("Reason (optional)"), "The mountains");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(previewed).toHaveLength(count);
  });

  it("offers the parts of the days that are chosen", async () => {
    const { previewed } = serveLeave();
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("Leave Type"), "Annual Leave");
    await user.type(field("First Day"), "2026-12-28");
    expect(field("Last Day")).toHaveValue("2026-12-28");
    expect(optionsOf("Starts")).toEqual(["Full day", "Morning", "Afternoon"]);
    expect(screen.queryByLabelText("Ends")).toBeNull();
    await user.selectOptions(field("Starts"), "Morning");
    await waitFor(() => expect(previewed.at(-1)).toMatchObject({ startPart: "morning", endPart: "morning" }));
    await user.clear(field("Last Day"));
    await user.type(field("Last Day"), "2026-12-30");
    expect(optionsOf("Starts")).toEqual(["Full day", "Afternoon"]);
    expect(field("Starts")).toHaveValue("full");
    expect(optionsOf("Ends")).toEqual(["Full day", "Morning"]);
    expect(field("Ends")).toHaveValue("full");
  });

  it("sends the request, leads to it, and leaves the form empty for the next one", async () => {
    const { sent, hold } = serveLeave();
    const answer = hold();
    const { user, router } = open();
    await fill(user, "2026-12-28", "2026-12-30");
    await user.type(field("Reason (optional)"), "  Skiing ");
    await user.click(button("Send Request"));
    expect(await screen.findByRole("button", { name: "Sending..." })).toBeVisible();
    answer();
    expect(await screen.findByText("Leave request submitted successfully!")).toBeVisible();
    expect(sent).toEqual([
      {
        leaveTypeId: "t1",
        startDate: "2026-12-28",
        startPart: "full",
        endDate: "2026-12-30",
        endPart: "full",
        reason: "Skiing",
      },
    ]);
    await waitFor(() => expect(requests().getByRole("row", { name: /Dec 28/ })).toHaveFocus());
    expect(requests().getByRole("row", { name: /Dec 28/ })).toHaveAttribute("aria-current", "true");
    expect(router.state.location.search).toBe("?request=new");
    expect(field("First Day")).toHaveValue("");
    expect(field("Reason (optional)")).toHaveValue("");
  });

  it("is called recording where nobody has to decide", async () => {
    serveLeave({}, aPreview({ needsApproval: false }));
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("Leave Type"), "Sick Leave");
    expect(button("Record Leave")).toBeEnabled();
  });

  it("says a problem above the button, which is out of use until it is gone", async () => {
    const problem = {
      code: "BALANCE_TOO_LOW",
      message: "Insufficient leave balance in 2026: 2 left, 3 needed",
    } as const;
    const { say, sent } = serveLeave({}, aPreview({ problem }));
    const { user } = open();
    await fill(user, "2026-12-28", "2026-12-30");
    expect(await screen.findByText(problem.message)).toBeVisible();
    expect(button("Send Request")).toBeDisabled();
    await user.type(field("Reason (optional)"), "x{Enter}");
    expect(sent).toEqual([]);
    say.preview = aPreview();
    await user.clear(field("Last Day"));
    await user.type(field("Last Day"), "2026-12-29");
    await waitFor(() => expect(button("Send Request")).toBeEnabled());
    expect(screen.queryByText(problem.message)).toBeNull();
  });

  it("keeps what was typed when it is refused, and says at the field what is wrong", async () => {
    const { say, sent } = serveLeave();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Send Request" }));
    expect(await screen.findByText("Please choose a leave type.")).toBeVisible();
    expect(field("Leave Type")).toHaveFocus();
    expect(screen.getByText("Please choose the first day.")).toBeVisible();
    expect(screen.getByText("Please choose the last day.")).toBeVisible();
    say.previewRefusal = aRefusal("VALIDATION_FAILED", "Please check the fields", {
      errors: { endDate: "The last day must not be before the first" },
    });
    await fill(user, "2026-12-28", "2026-12-27");
    expect(await screen.findByText("The last day must not be before the first")).toBeVisible();
    delete say.previewRefusal;
    await user.clear(field("Last Day"));
    await user.type(field("Last Day"), "2026-12-29");
    await screen.findByText("1.5 days in 2026, 15.5 left after that");
    say.refusal = aRefusal("CONFLICT", "There is already leave on 2026-12-28");
    await user.click(button("Send Request"));
    expect(await screen.findByText("There is already leave on 2026-12-28")).toHaveFocus();
    expect(field("First Day")).toHaveValue("2026-12-28");
    expect(sent).toHaveLength(1);
  });

  it("says that the preview cannot be had, and asks again", async () => {
    serveLeave();
    server.use(
      http.post("/api/leave/preview", ({ response }) =>
        response.untyped(new Response("Bad gateway", { status: 502 })),
      ),
    );
    const { user } = open();
    await fill(user, "2026-12-28", "2026-12-28");
    const preview = within(screen.getByRole("region", { name: "Days Needed" }));
    const again = await preview.findByRole("button", { name: "Try Again" });
    expect(preview.getByText("Failed to load leave")).toBeVisible();
    serveLeave();
    await user.click(again);
    expect(await preview.findByText("1.5 days in 2026, 15.5 left after that")).toBeVisible();
  });
});
