import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRefusal } from "../../testing/fixtures";
import { aLeave, anApproval, aStep, serveLeave } from "../../testing/leave";
import { renderApp } from "../../testing/render";

const open = (search = "") => renderApp({ url: `/employee/leave${search}`, as: { role: "Employee" } });
const requests = () => within(screen.getByRole("table", { name: "My Requests" }));

describe("the requests of an employee", () => {
  it("say what became of them, and by whom", async () => {
    serveLeave({
      requests: [
        aLeave({
          status: "approved",
          startPart: "afternoon",
          endPart: "morning",
          days: 2,
          history: [
            aStep(),
            anApproval({ onBehalfOf: { firstName: "Marco", lastName: "Rossi" }, comment: "Enjoy it" }),
          ],
        }),
        aLeave({
          _id: "l2",
          startDate: "2026-07-06",
          endDate: "2026-07-06",
          startPart: "morning",
          endPart: "morning",
          status: "cancellation-asked",
          mayCancel: "no",
          askedLastDay: "2026-07-05",
          history: [aStep({ what: "recounted", by: null })],
        }),
      ],
    });
    open();
    const [, first, second] = await screen.findAllByRole("row");
    const one = within(first as HTMLElement);
    expect(one.getByRole("rowheader")).toHaveTextContent("Dec 28 – 30, 2026from noon, until noon");
    expect(one.getByText("Approved by Mona Fuchs for Marco Rossi")).toBeVisible();
    expect(one.getByText("Enjoy it")).toBeVisible();
    expect(one.getByText("Approved")).toBeVisible();
    const other = within(second as HTMLElement);
    expect(other.getByRole("rowheader")).toHaveTextContent("Jul 6, 2026morning");
    expect(other.getByText("Cancellation asked")).toBeVisible();
    expect(other.getByText("The days after Jul 5, 2026")).toBeVisible();
    expect(other.getByText("Counted anew by the portal")).toBeVisible();
    expect(other.queryByRole("button")).toBeNull();
  });

  it("say that there are none", async () => {
    serveLeave();
    open();
    expect(await screen.findByText("No leave requests found")).toBeVisible();
  });

  it("are led to by the link of a notice, in their year", async () => {
    serveLeave({ requests: [aLeave({ _id: "l0" }), aLeave()] });
    open("?year=2027&request=l1");
    const row = (await screen.findAllByRole("row"))[2];
    expect(row).toHaveAttribute("aria-current", "true");
    await waitFor(() => expect(row).toHaveFocus());
    expect(screen.getByRole("combobox", { name: "Year" })).toHaveValue("2027");
  });

  it("that wait are cancelled at once, and the focus comes back", async () => {
    const { sent, say } = serveLeave({ requests: [aLeave()] });
    say.message = "Leave cancelled successfully!";
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /^Cancel: Annual Leave, Dec/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel leave" }));
    expect(dialog.getByRole("radio", { name: "The whole leave" })).toBeChecked();
    expect(dialog.queryByText(/Your manager decides/)).toBeNull();
    await user.type(dialog.getByLabelText("Comment"), "Plans changed");
    await user.click(dialog.getByRole("button", { name: "Cancel Leave" }));
    expect(await screen.findByText("Leave cancelled successfully!")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([{ id: "l1", expected: "2026-11-19T09:00:00Z", comment: "Plans changed" }]);
    expect(await requests().findByText("Cancelled")).toBeVisible();
  });

  it("that have begun are asked to be cancelled, but for the days that are to come", async () => {
    const begun = {
      startDate: "2026-11-16",
      endDate: "2026-11-27",
      status: "approved",
      mayCancel: "ask",
    } as const;
    const { sent } = serveLeave({ requests: [aLeave(begun)] });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /^Cancel:/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel leave" }));
    const line = "Your leave has already started, so your manager decides.";
    expect(dialog.getByText(line)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Ask to Cancel" })).toBeVisible();
    await user.click(dialog.getByRole("radio", { name: "Only the days after" }));
    const lastDay = dialog.getByLabelText("Last day of the leave");
    expect(lastDay).toHaveValue("2026-11-20");
    expect(dialog.queryByText(line)).toBeNull();
    expect(dialog.getByRole("button", { name: "Cancel Leave" })).toBeVisible();
    await user.clear(lastDay);
    await user.click(dialog.getByRole("button", { name: "Ask to Cancel" }));
    expect(dialog.getByText("Please choose the last day.")).toBeVisible();
    await user.type(lastDay, "2026-11-19");
    expect(dialog.getByText(line)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Ask to Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ id: "l1", expected: "2026-11-19T09:00:00Z", lastDay: "2026-11-19" }]);
  });

  it("that somebody has changed meanwhile keep the dialog and what was typed", async () => {
    const { say, sent, set } = serveLeave({ requests: [aLeave({ startDate: "2026-12-30" })] });
    const sentence = "This leave request has changed since you opened it. Please review it again.";
    say.refusal = aRefusal("CONFLICT", sentence);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /^Cancel:/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel leave" }));
    // Of one day there is no rest to give up.
    expect(dialog.queryByRole("radio")).toBeNull();
    await user.type(dialog.getByLabelText("Comment"), "Plans changed");
    set("l1", { status: "approved", updatedAt: "2026-11-20T10:00:00Z" });
    await user.click(dialog.getByRole("button", { name: "Cancel Leave" }));
    expect(await dialog.findByText(sentence)).toHaveFocus();
    expect(dialog.getByLabelText("Comment")).toHaveValue("Plans changed");
    // Behind the dialog it is as it is now, and so is what is given up.
    expect(await screen.findByText("Approved")).toBeInTheDocument();
    delete say.refusal;
    await user.click(dialog.getByRole("button", { name: "Cancel Leave" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.at(-1)).toMatchObject({ expected: "2026-11-20T10:00:00Z", comment: "Plans changed" });
  });
});

it("has the calendar feed of an employee below their requests", async () => {
  open();
  const feed = within(await screen.findByRole("region", { name: "Calendar Feed" }));
  expect(await feed.findByText("No link has been made.")).toBeVisible();
  expect(feed.getByRole("button", { name: "Create Link" })).toBeVisible();
});
