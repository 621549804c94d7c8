import { CalendarDate } from "@internationalized/date";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type Month, monthKey } from "../domain/day";
import { violations } from "../testing/axe";
import { TeamTimeline } from "./team-timeline";

const TODAY = new CalendarDate(2026, 11, 20);
const PEOPLE = [
  { id: "ada", name: "Ada Lindqvist", detail: "EMP1001" },
  { id: "ben", name: "Ben Okafor" },
  { id: "cleo", name: "Cleo Weber" },
];

function show() {
  const onOpen = vi.fn<(person: string, day: string) => void>();
  function Example() {
    const [month, setMonth] = useState<Month>({ year: 2026, month: 11 });
    return (
      <TeamTimeline
        label={`Leave in ${monthKey(month)}`}
        peopleLabel="Employee"
        people={PEOPLE}
        month={month}
        today={TODAY}
        onMonth={setMonth}
        earliest={{ year: 2026, month: 10 }}
        latest={{ year: 2026, month: 12 }}
        cellOf={(person, day) =>
          person === "ben" && day.day === 20
            ? { status: "approved", words: "Annual leave", mark: "A" }
            : { status: "none", words: "At work" }
        }
        onOpen={(person, day) => onOpen(person, day.toString())}
      />
    );
  }
  render(<Example />);
  return { user: userEvent.setup(), onOpen };
}

const focused = () => document.activeElement?.getAttribute("aria-label");

describe("the timeline of a team", () => {
  it("is a grid with one tab stop, whose days and people have names", async () => {
    const { user } = show();
    const grid = screen.getByRole("grid", { name: "Leave in 2026-11" });
    expect(within(grid).getAllByRole("columnheader")).toHaveLength(31);
    expect(within(grid).getByRole("columnheader", { name: "Friday 20" })).toHaveAttribute(
      "aria-current",
      "date",
    );
    expect(
      within(grid)
        .getAllByRole("rowheader")
        .map((one) => one.textContent),
    ).toEqual(["Ada LindqvistEMP1001", "Ben Okafor", "Cleo Weber"]);
    expect(within(grid).getAllByRole("gridcell")).toHaveLength(90);
    expect(
      within(grid)
        .getAllByRole("button", { hidden: true })
        .filter((day) => day.tabIndex === 0),
    ).toHaveLength(1);
    await user.tab();
    expect(focused()).toBe("Ada Lindqvist, Friday, November 20, 2026: At work");
    expect(await violations()).toEqual([]);
  });

  it("is worked with the arrows in both directions", async () => {
    const { user, onOpen } = show();
    await user.tab();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(focused()).toBe("Ben Okafor, Friday, November 20, 2026: Annual leave");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("ben", "2026-11-20");
    await user.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}");
    expect(focused()).toBe("Cleo Weber, Saturday, November 21, 2026: At work");
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{Home}");
    expect(focused()).toBe("Ada Lindqvist, Sunday, November 1, 2026: At work");
    await user.keyboard("{End}t");
    expect(focused()).toBe("Ada Lindqvist, Friday, November 20, 2026: At work");
  });

  it("says something of everybody above the people, and can be there to be read only", async () => {
    const user = userEvent.setup();
    render(
      <TeamTimeline
        label="Leave"
        peopleLabel="Employee"
        people={PEOPLE}
        month={{ year: 2026, month: 11 }}
        today={TODAY}
        onMonth={vi.fn()}
        summary={{ label: "Away", textOf: (day) => (day.day === 20 ? "1 of 3" : "") }}
        cellOf={() => ({ status: "none", words: "At work" })}
      />,
    );
    const away = screen.getByRole("row", { name: /^Away/ });
    expect(within(away).getAllByRole("gridcell")).toHaveLength(30);
    expect(within(away).getByText("1 of 3")).toBeVisible();
    expect(screen.queryAllByRole("button")).toEqual([]);
    await user.tab();
    expect(focused()).toBe("Ada Lindqvist, Friday, November 20, 2026: At work");
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(focused()).toBe("Ben Okafor, Saturday, November 21, 2026: At work");
    await user.click(screen.getByRole("gridcell", { name: /^Cleo Weber, Monday, November 2,/ }));
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Cleo Weber, Tuesday, November 3, 2026: At work");
    expect(await violations()).toEqual([]);
  });

  it("goes on into other months beside the same person, and says where they end", async () => {
    const { user } = show();
    await user.tab();
    await user.keyboard("{ArrowDown}{End}{ArrowRight}");
    expect(focused()).toBe("Ben Okafor, Tuesday, December 1, 2026: At work");
    await user.keyboard("{PageDown}");
    expect(focused()).toBe("Ben Okafor, Tuesday, December 1, 2026: At work");
    expect(screen.getByRole("status")).toHaveTextContent("December 2026 is the latest month.");
  });
});
