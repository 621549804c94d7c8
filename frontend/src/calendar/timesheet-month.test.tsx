import { CalendarDate } from "@internationalized/date";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type Month, monthKey } from "../domain/day";
import type { GridDay } from "./days";
import { TimesheetMonth } from "./timesheet-month";

const TODAY = new CalendarDate(2026, 11, 20);

const aDay = (changes: Partial<GridDay> = {}): GridDay => ({
  status: "past",
  hours: null,
  isUnlocked: false,
  canFill: false,
  reason: null,
  leave: [],
  ...changes,
});

const days = new Map<string, GridDay>([
  ["2026-11-19", aDay({ status: "approved", hours: 7.5 })],
  ["2026-11-20", aDay({ status: "today", canFill: true })],
  [
    "2026-11-21",
    aDay({
      status: "weekend",
      reason: "Weekends cannot be selected. Contact Admin/HR/Manager if you worked.",
    }),
  ],
  ["2026-11-22", aDay({ status: "weekend", isClosed: true, reason: "Nothing was recorded here." })],
  ["2026-11-17", aDay({ status: "pending", hours: 9, isUnlocked: true, canFill: true })],
]);

function setUp() {
  const onSelect = vi.fn();
  const onMonth = vi.fn();
  const onType = vi.fn();
  function Calendar() {
    const [month, setMonth] = useState<Month>({ year: 2026, month: 11 });
    return (
      <TimesheetMonth
        label={monthKey(month)}
        month={month}
        today={TODAY}
        days={days}
        selected={TODAY}
        onSelect={(day) => onSelect(day.toString())}
        onMonth={(next) => {
          onMonth(monthKey(next));
          // As a router does it: the new month comes a moment after the key.
          queueMicrotask(() => setMonth(next));
        }}
        earliest={{ year: 2026, month: 9 }}
        latest={{ year: 2026, month: 11 }}
        onType={(day, figure) => onType(day.toString(), figure)}
      />
    );
  }
  render(<Calendar />);
  return { user: userEvent.setup(), onSelect, onMonth, onType };
}

const focused = () => document.activeElement?.getAttribute("data-date");

describe("the month grid", () => {
  it("puts exactly one day into the tab order, the chosen one", async () => {
    const { user } = setUp();
    await user.tab();
    expect(focused()).toBe("2026-11-20");
    expect(screen.getAllByRole("button").filter((day) => day.tabIndex === 0)).toHaveLength(1);
  });

  it.each([
    ["{ArrowRight}", "2026-11-21"],
    ["{ArrowLeft}", "2026-11-19"],
    ["{ArrowUp}", "2026-11-13"],
    ["{ArrowDown}", "2026-11-27"],
    ["{Home}", "2026-11-15"],
    ["{End}", "2026-11-21"],
    ["{ArrowLeft}{ArrowUp}{ArrowUp}{t}", "2026-11-20"],
  ])("moves by %s to %s", async (keys, day) => {
    const { user } = setUp();
    await user.tab();
    await user.keyboard(keys);
    expect(focused()).toBe(day);
  });

  it("follows the keyboard into other months, one after the other, and back to today", async () => {
    const { user, onMonth } = setUp();
    await user.tab();
    await user.keyboard("{PageUp}");
    expect(focused()).toBe("2026-10-20");
    await user.keyboard("{PageUp}");
    expect(focused()).toBe("2026-09-20");
    await user.keyboard("t");
    expect(focused()).toBe("2026-11-20");
    expect(onMonth.mock.calls).toEqual([["2026-10"], ["2026-09"], ["2026-11"]]);
  });

  it("stays within the months that may be seen, and says so", async () => {
    const { user, onMonth } = setUp();
    await user.tab();
    await user.keyboard("{PageDown}");
    expect(screen.getByRole("status")).toHaveTextContent("November 2026 is the latest month.");
    expect(onMonth).not.toHaveBeenCalled();
    await user.keyboard("{PageUp}{PageUp}{PageUp}");
    expect(screen.getByRole("status")).toHaveTextContent("September 2026 is the earliest month.");
    expect(focused()).toBe("2026-09-20");
  });

  it("chooses with Enter, and lets a day that cannot be filled answer with its reason", async () => {
    const { user, onSelect } = setUp();
    await user.tab();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(onSelect).toHaveBeenCalledWith("2026-11-21");
    expect(document.activeElement).toHaveAccessibleDescription(/Weekends cannot be selected/);
  });

  it("reaches a closed day by key and pointer, but opens nothing on it", async () => {
    const { user, onSelect } = setUp();
    await user.tab();
    await user.keyboard("{ArrowRight}{ArrowRight}{Enter}");
    expect(focused()).toBe("2026-11-22");
    await user.click(screen.getByRole("button", { name: /November 22/ }));
    expect(onSelect).not.toHaveBeenCalled();
    expect(document.activeElement).toHaveAttribute("aria-disabled", "true");
    expect(document.activeElement).toHaveAccessibleDescription("Nothing was recorded here.");
  });

  it("names each day by what it shows", () => {
    setUp();
    const grid = screen.getByRole("grid", { name: "2026-11" });
    expect(
      within(grid).getByRole("button", { name: /Thursday, November 19, 2026.*7\.5\s*h.*Approved/ }),
    ).toBeVisible();
    expect(
      within(grid).getByRole("button", {
        name: /Tuesday, November 17, 2026.*Approved unlock.*9\s*h.*Pending/,
      }),
    ).toBeVisible();
    expect(
      within(grid)
        .getAllByRole("columnheader")
        .map((one) => one.textContent),
    ).toEqual(["SSunday", "MMonday", "TTuesday", "WWednesday", "TThursday", "FFriday", "SSaturday"]);
  });

  it("has one today after midnight, when the session still names the day before", () => {
    render(
      <TimesheetMonth
        label="2026-11"
        month={{ year: 2026, month: 11 }}
        today={TODAY}
        days={
          new Map([
            ["2026-11-20", aDay({ status: "past", isToday: false })],
            ["2026-11-21", aDay({ status: "today", isToday: true })],
          ])
        }
        selected={null}
        onSelect={vi.fn()}
        onMonth={vi.fn()}
        earliest={null}
        latest={null}
      />,
    );
    expect(screen.getByRole("button", { name: /Today/ })).toHaveAccessibleName(/November 21, 2026/);
  });

  it("starts an entry when a figure is typed on a day that can be filled, and only there", async () => {
    const { user, onType } = setUp();
    await user.tab();
    await user.keyboard("9");
    expect(onType).toHaveBeenCalledExactlyOnceWith("2026-11-20", "9");
    await user.keyboard("{ArrowRight}9");
    expect(onType).toHaveBeenCalledTimes(1);
  });
});
