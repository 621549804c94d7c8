import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sendHeld } from "../../api/undo";
import { aRefusal } from "../../testing/fixtures";
import { aTeam, cardOf, MONDAY, openApprovals, serveTeam } from "../../testing/team";
import { toast } from "../../ui/toast";

describe("clean weeks", () => {
  afterEach(() => {
    vi.useRealTimers();
    act(() => toast.clear());
  });
  const long = [{ kind: "long-day" as const, sentence: "More than 12 hours on Tuesday" }];
  const approve = () => screen.findByRole("button", { name: "Approve clean weeks" });

  it("are approved together, and the others stay with their reason", async () => {
    const { sent } = serveTeam(aTeam(3), { remarks: { u1: long } });
    const { user } = openApprovals();
    expect(within(await cardOf("Ben")).getByText("More than 12 hours on Tuesday")).toBeVisible();
    const bar = screen.getByRole("region", { name: "Weeks without remarks" });
    expect(bar).toHaveTextContent("2 of the 3 weeks waiting here show nothing unusual.");
    expect(bar).toHaveTextContent("1 week remains, with a long day.");
    const [button, ada, ben] = [await approve(), await cardOf("Ada"), await cardOf("Ben")];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    fireEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(9_900));
    expect(within(ada).getAllByText("Approved")).toHaveLength(3);
    expect(ben).toHaveFocus();
    expect(sent).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    vi.useRealTimers();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([
      { ids: [`${MONDAY}-0-0`, `${MONDAY}-0-1`, `${MONDAY}-2-0`, `${MONDAY}-2-1`] },
    ]);
    expect(await screen.findByText("2 weeks approved")).toBeVisible();
    expect(await approve()).toBeDisabled();
    await user.click(within(await cardOf("Ben")).getByRole("button", { name: "Approve Week" }));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Approve clean weeks" })).not.toBeInTheDocument(),
    );
  });

  it("wait again when that is undone, and nothing is sent", async () => {
    const { sent } = serveTeam(aTeam(2));
    const { user } = openApprovals();
    await user.click(await approve());
    expect(within(await cardOf("Ada")).getAllByText("Approved")).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(within(await cardOf("Ada")).getAllByText("Pending")).toHaveLength(3));
    expect(screen.queryByText("Approving 2 weeks")).not.toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(await approve()).toBeEnabled();
    expect(sent).toEqual([]);
  });

  it("are sent at once when the message is dismissed, on leaving the page, and before signing out", async () => {
    for (const leave of [
      () => fireEvent.click(screen.getByRole("button", { name: "Dismiss" })),
      () => fireEvent(window, new Event("pagehide")),
      () => void sendHeld(),
    ]) {
      const { sent } = serveTeam(aTeam(1));
      const { unmount } = openApprovals();
      fireEvent.click(await approve());
      await screen.findByText("Approving 1 week");
      leave();
      await waitFor(() => expect(sent).toHaveLength(1));
      unmount();
    }
  });

  it("are as they were where the server refuses", async () => {
    serveTeam(aTeam(2), { refuse: aRefusal("CONFLICT", "Some entries have changed since you opened them.") });
    openApprovals();
    fireEvent.click(await approve());
    fireEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Some entries have changed");
    expect(within(await cardOf("Ben")).getAllByText("Pending")).toHaveLength(3);
  });
});
