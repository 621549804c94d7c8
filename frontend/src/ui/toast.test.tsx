import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toaster, toast } from "./toast";

const say = (run: () => void) => act(run);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("toasts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toaster />);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("stay for four seconds unless told otherwise", () => {
    say(() => toast.success("Timesheet submitted successfully!"));
    say(() => toast.error("Unlock Failed", { durationMs: 8000 }));
    expect(screen.getByRole("status")).toHaveTextContent("Timesheet submitted successfully!");
    wait(3999);
    expect(screen.getByRole("status")).toBeInTheDocument();
    wait(1);
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("Unlock Failed");
    wait(4000);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("are three at most; the oldest leaves", () => {
    say(() => {
      for (const word of ["one", "two", "three", "four"]) toast.success(word);
    });
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toEqual(["two", "three", "four"]);
  });

  it("wait while somebody points at them, and take up their time again", () => {
    say(() => toast.success("Saved"));
    wait(3000);
    const region = screen.getByRole("region", { name: "Messages" });
    fireEvent.pointerEnter(region);
    wait(60_000);
    expect(screen.getByText("Saved")).toBeInTheDocument();
    fireEvent.pointerLeave(region);
    wait(999);
    expect(screen.getByText("Saved")).toBeInTheDocument();
    wait(2);
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });

  it("stand in an open dialog, beside which nothing is heard or pressed, and stay when it closes", async () => {
    const { unmount } = render(<dialog open>Weekly Tasks</dialog>);
    await act(async () => toast.error("Unlock Failed"));
    expect(within(screen.getByRole("dialog")).getByRole("alert")).toHaveTextContent("Unlock Failed");
    await act(async () => unmount());
    expect(screen.getByRole("alert")).toHaveTextContent("Unlock Failed");
  });

  it("can be dismissed", () => {
    say(() => toast.success("Saved"));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  });
});
