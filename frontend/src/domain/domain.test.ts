import { CalendarDate } from "@internationalized/date";
import { describe, expect, it } from "vitest";
import {
  addMonths,
  formatDay,
  formatWeek,
  mondayOf,
  monthKey,
  monthWeeks,
  parseDay,
  parseMonth,
  weekDays,
} from "./day";
import { parseHours, stepHours } from "./hours";
import { pageOf } from "./paging";
import { parseSalary, salaryText } from "./salary";
import { diffWords } from "./text-diff";

describe("days", () => {
  it("takes real dates only", () => {
    expect(parseDay("2026-11-20")?.toString()).toBe("2026-11-20");
    for (const text of ["2026-02-30", "2026-13-01", "20261120", "2026-11-20T00:00", "", null, undefined])
      expect(parseDay(text)).toBeNull();
    expect(parseMonth("2026-11")).toEqual({ year: 2026, month: 11 });
    expect(parseMonth("2026-00")).toBeNull();
  });

  it("crosses the turn of the year", () => {
    expect(monthKey(addMonths({ year: 2026, month: 12 }, 1))).toBe("2027-01");
    expect(mondayOf(new CalendarDate(2027, 1, 1)).toString()).toBe("2026-12-28");
    expect(
      weekDays(new CalendarDate(2026, 12, 28))
        .at(-1)
        ?.toString(),
    ).toBe("2027-01-03");
  });

  it("starts the week of a Sunday on the Monday before it", () => {
    expect(mondayOf(new CalendarDate(2026, 11, 22)).toString()).toBe("2026-11-16");
    expect(mondayOf(new CalendarDate(2026, 11, 16)).toString()).toBe("2026-11-16");
  });

  it("draws every day of a month once, Sunday first", () => {
    for (let index = 0; index < 48; index++) {
      const month = addMonths({ year: 2024, month: 1 }, index);
      const weeks = monthWeeks(month);
      const days = weeks.flat().filter((day) => day !== null);
      expect(days.map((day) => day.day)).toEqual(Array.from({ length: days.length }, (_, at) => at + 1));
      expect(days.length).toBeGreaterThanOrEqual(28);
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        week.forEach((day, column) => {
          if (day) expect(day.toDate("UTC").getUTCDay()).toBe(column);
        });
      }
    }
  });

  it("ends where the calendar ends", () => {
    const last = monthWeeks({ year: 9999, month: 12 });
    expect(last).toHaveLength(5);
    expect(last.at(-1)?.map((day) => day?.day ?? null)).toEqual([26, 27, 28, 29, 30, 31, null]);
    expect(monthWeeks({ year: 1, month: 1 })[0]?.map((day) => day?.day ?? null)).toEqual([
      null,
      1,
      2,
      3,
      4,
      5,
      6,
    ]);
  });

  it("writes dates out", () => {
    expect(formatDay("2026-12-25", "long")).toBe("Friday, December 25, 2026");
    expect(formatWeek("2026-11-16").replace(/\s/g, " ")).toBe("November 16 – 22, 2026");
    expect(formatDay("nonsense", "long")).toBe("nonsense");
  });
});

describe("hours", () => {
  it.each([
    ["7.5", 7.5],
    ["7,5", 7.5],
    ["7:30", 7.5],
    ["7h30", 7.5],
    [" 9 h ", 9],
    ["0", 0],
    [".5", 0.5],
    ["-1", -1],
    ["24.5", 24.5],
  ])("reads %j as %d", (text, hours) => expect(parseHours(text)).toBe(hours));

  it.each(["", "nine", "7:60", "7:3", "1e3", "NaN", "--1"])("cannot read %j", (text) =>
    expect(parseHours(text)).toBeNull(),
  );

  it("steps by half an hour and stays within a day", () => {
    expect(stepHours(null, 1)).toBe(0.5);
    expect(stepHours(7.25, 1)).toBe(7.5);
    expect(stepHours(7.25, -1)).toBe(7);
    expect(stepHours(24, 1)).toBe(24);
    expect(stepHours(0, -1)).toBe(0);
  });
});

describe("paging", () => {
  const list = Array.from({ length: 12 }, (_, index) => index + 1);

  it("cuts a page and says where it stands", () => {
    expect(pageOf(list, 2, 5)).toEqual({ items: [6, 7, 8, 9, 10], page: 2, pages: 3, from: 6, to: 10 });
    expect(pageOf(list, 3, 5)).toMatchObject({ items: [11, 12], from: 11, to: 12 });
  });

  it("brings a page that does not exist back to one that does", () => {
    expect(pageOf(list, 99, 5).page).toBe(3);
    expect(pageOf(list, 0, 5).page).toBe(1);
    expect(pageOf(list, Number.NaN, 5).page).toBe(1);
    expect(pageOf([], 4, 5)).toEqual({ items: [], page: 1, pages: 1, from: 0, to: 0 });
  });
});

describe("salaries", () => {
  it("takes an amount that can be read in one way only", () => {
    expect(parseSalary(" 48000.5 ")).toBe(48_000.5);
    expect(parseSalary("0")).toBe(0);
    expect(parseSalary("  ")).toBeNull();
    for (const text of ["-1", "48,000", "1.234", "1e5", "Infinity", "plenty", "."])
      expect(parseSalary(text)).toBeUndefined();
  });

  it("writes it for the field", () => {
    expect(salaryText(48_000.5)).toBe("48000.5");
    expect(salaryText(null)).toBe("");
    expect(salaryText(undefined)).toBe("");
  });
});

describe("what changed in a text", () => {
  const apply = (pieces: ReturnType<typeof diffWords>, drop: "added" | "removed") =>
    pieces
      .filter((piece) => piece.kind !== drop)
      .map((piece) => piece.text)
      .join("");

  it("marks only the words that differ", () => {
    expect(diffWords("Wrote the report", "Wrote the quarterly report")).toEqual([
      { kind: "same", text: "Wrote the " },
      { kind: "added", text: "quarterly " },
      { kind: "same", text: "report" },
    ]);
  });

  it("shows a text that was written anew as that, and not as a patchwork", () => {
    const before = "Drew the second round of the ticket screens, reviewed them with Jonas";
    const after = "Reviewed the ticket export and its tests (project Atlas)";
    expect(diffWords(before, after)).toEqual([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  });

  it("joins changes that only a short word parts", () => {
    expect(
      diffWords(
        "Met Ada in Bergen about the pier and the landing",
        "Called Tom in Oslo about the pier and the landing",
      ),
    ).toEqual([
      { kind: "removed", text: "Met Ada in Bergen" },
      { kind: "added", text: "Called Tom in Oslo" },
      { kind: "same", text: " about the pier and the landing" },
    ]);
  });

  it.each([
    ["", "new"],
    ["old", ""],
    ["same text", "same text"],
    ["a b c d e", "e d c b a"],
    ["line one\nline two", "line one\nline 2\nline three"],
    ["word ".repeat(1500), "other ".repeat(1500)],
  ])("gives both texts back whole (%#)", (before, after) => {
    const pieces = diffWords(before, after);
    expect(apply(pieces, "added")).toBe(before);
    expect(apply(pieces, "removed")).toBe(after);
  });
});
