import { describe, expect, it } from "vitest";
import { matching, monthNamed, monthsOf, ordered, rowsOf, tallyOf, yearsUntil } from "./model";

type Answered = Parameters<typeof rowsOf>[0][number];

const answered = (changes: Partial<Answered>): Answered => ({
  name: "Ada Lindqvist",
  employeeId: "EMP1007",
  totalWorkingDays: 14,
  leaveDays: 1.5,
  totalPresent: 14,
  attendanceRate: 100,
  goodPercent: 80,
  rating: "good",
  ...changes,
});
const NOW = { year: 2026, month: 11 };
const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name);

describe("the rows", () => {
  it("have a number by their place where the server names no employee ID", () => {
    const rows = rowsOf([answered({ employeeId: "" }), answered({}), answered({ employeeId: "" })]);
    expect(rows.map((row) => row.employeeId)).toEqual(["EMP1001", "EMP1007", "EMP1003"]);
  });

  it("keep that number in another order", () => {
    const rows = rowsOf([answered({ employeeId: "", attendanceRate: 90 }), answered({ attendanceRate: 70 })]);
    expect(ordered(rows, "lowest").map((row) => row.employeeId)).toEqual(["EMP1007", "EMP1001"]);
  });

  it("are counted as the server rates them", () => {
    const rows = rowsOf([
      answered({}),
      answered({ attendanceRate: 80, rating: "needs-attention" }),
      answered({ attendanceRate: null }),
    ]);
    expect(tallyOf(rows)).toEqual({ total: 3, good: 2, attention: 1 });
    expect(tallyOf([])).toEqual({ total: 0, good: 0, attention: 0 });
  });

  it("are found by name and employee ID, without regard to case and accents", () => {
    const rows = rowsOf([
      answered({ name: "André Nuñez", employeeId: "EMP1010" }),
      answered({ name: "Γιάννης Παπαδόπουλος", employeeId: "EMP2010" }),
      answered({ name: "Bo % Larsen", employeeId: "EMP3000" }),
    ]);
    expect(names(matching(rows, "andre nunez"))).toEqual(["André Nuñez"]);
    expect(names(matching(rows, "ΓΙΆΝΝΗΣ"))).toEqual(["Γιάννης Παπαδόπουλος"]);
    expect(names(matching(rows, "emp20"))).toEqual(["Γιάννης Παπαδόπουλος"]);
    expect(names(matching(rows, "%"))).toEqual(["Bo % Larsen"]);
    expect(matching(rows, "")).toBe(rows);
  });

  it("stand by name as they came, or by rate; people without a rate stand last", () => {
    const rows = rowsOf([
      answered({ name: "A", attendanceRate: 75 }),
      answered({ name: "B", attendanceRate: null }),
      answered({ name: "C", attendanceRate: 100 }),
      answered({ name: "D", attendanceRate: 75 }),
    ]);
    expect(names(ordered(rows, "name"))).toEqual(["A", "B", "C", "D"]);
    expect(names(ordered(rows, "lowest"))).toEqual(["A", "D", "C", "B"]);
    expect(names(ordered(rows, "highest"))).toEqual(["C", "A", "D", "B"]);
  });
});

describe("the months", () => {
  it("are those of this year and of the four before, none that is still to come", () => {
    expect(yearsUntil(NOW)).toEqual([2026, 2025, 2024, 2023, 2022]);
    expect(monthsOf(2026, NOW)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(monthsOf(2026, { year: 2026, month: 1 })).toEqual([1]);
    expect(monthsOf(2022, NOW)).toHaveLength(12);
  });

  it.each([
    ["2026-10", { year: 2026, month: 10 }],
    ["2022-01", { year: 2022, month: 1 }],
    ["2026-12", NOW],
    ["2027-01", NOW],
    ["2021-12", NOW],
    ["2026-13", NOW],
    ["0000-01", NOW],
    ["9999-12", NOW],
    ["november", NOW],
    ["", NOW],
  ])("an address that says %j shows %o", (text, month) => {
    expect(monthNamed(text, NOW)).toEqual(month);
  });
});
