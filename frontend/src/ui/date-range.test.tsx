import { CalendarDate } from "@internationalized/date";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { violations } from "../testing/axe";
import { type DateRange, DateRangeField } from "./date-range";

const TODAY = new CalendarDate(2026, 11, 20);
const HOLIDAY = "Founders' Day is a holiday.";

function show(value: DateRange | null = null) {
  const onChange = vi.fn<(first: string, last: string) => void>();
  function Example() {
    const [range, setRange] = useState(value);
    return (
      <DateRangeField
        label="Days"
        placeholder="Choose"
        hint="Weekends do not count."
        value={range}
        today={TODAY}
        earliest={{ year: 2026, month: 11 }}
        latest={{ year: 2027, month: 1 }}
        reasonOf={(day) => (day.day === 23 ? HOLIDAY : null)}
        onChange={(next) => {
          onChange(next.start.toString(), next.end.toString());
          setRange(next);
        }}
      />
    );
  }
  render(<Example />);
  return { user: userEvent.setup(), onChange };
}

const field = (said: RegExp) => screen.getByRole("button", { name: new RegExp(`^Days: ${said.source}$`) });
const day = (name: string) => screen.getByRole("button", { name });
const chosen = () =>
  within(screen.getByRole("grid"))
    .getAllByRole("gridcell", { selected: true })
    .map((cell) => cell.textContent);

describe("the choice of a first and a last day", () => {
  it("is made with two presses, in whichever order", async () => {
    const { user, onChange } = show();
    expect(field(/Choose/)).toHaveAccessibleDescription("Weekends do not count.");
    await user.click(field(/Choose/));
    expect(
      screen
        .getAllByRole("columnheader")
        .map((one) => one.getAttribute("abbr"))
        .at(0),
    ).toBe("Monday");
    expect(await violations()).toEqual([]);
    await user.click(day("Thursday, November 26, 2026"));
    expect(screen.getByText("From Thu, Nov 26. Choose the last day.")).toBeVisible();
    await user.hover(day("Wednesday, November 25, 2026"));
    expect(chosen()).toEqual(["25", "26"]);
    await user.click(day("Tuesday, November 24, 2026"));
    expect(onChange).toHaveBeenCalledExactlyOnceWith("2026-11-24", "2026-11-26");
    expect(screen.queryByRole("grid")).toBeNull();
    await waitFor(() => expect(field(/November 24.*26, 2026/)).toHaveFocus());
  });

  it("is worked by keys alone, over the end of a month", async () => {
    const { user, onChange } = show({ start: TODAY, end: TODAY });
    field(/November 20, 2026/).focus();
    await user.keyboard("{Enter}");
    expect(chosen()).toEqual(["20"]);
    await user.tab();
    await user.tab();
    await waitFor(() => expect(day("Friday, November 20, 2026")).toHaveFocus());
    await user.keyboard("{ArrowDown}{Enter}{End}{ArrowRight}{ArrowRight}");
    expect(day("Tuesday, December 1, 2026")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(onChange).toHaveBeenCalledExactlyOnceWith("2026-11-27", "2026-12-01");
  });

  it("says why a day cannot be chosen, and does not take it", async () => {
    const { user, onChange } = show();
    await user.click(field(/Choose/));
    const closed = day("Monday, November 23, 2026");
    expect(closed).toHaveAccessibleDescription(HOLIDAY);
    await user.click(closed);
    expect(screen.getByText("Choose the first day.")).toBeVisible();
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
  });
});
