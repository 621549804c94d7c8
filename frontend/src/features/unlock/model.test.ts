import { describe, expect, it } from "vitest";
import { anEmployee, employees } from "../../testing/people";
import { blanksIn, daysOf, limitsOf, suggestionsFor, wordsOf } from "./model";

const window = (earliest: string, latest: string, closedMonths: string[] = []) => ({
  earliest,
  latest,
  reason: "",
  rejectedDates: [],
  closedMonths,
});

describe("the model of an unlock", () => {
  it("searches for words, however they are spaced, and no longer than the server takes", () => {
    expect(wordsOf("  Ada \t Number1 ")).toBe("Ada Number1");
    expect(wordsOf("x".repeat(300))).toHaveLength(254);
  });

  it("finds names of any script, and people without a department", () => {
    const users = [anEmployee(0, { firstName: "Олена", department: null }), ...employees(1)];
    expect(suggestionsFor({ users, total: 2 }, "ОЛЕНА").people.map((one) => one.firstName)).toEqual([
      "Олена",
    ]);
    expect(suggestionsFor({ users, total: 2 }, "engin").total).toBe(1);
  });

  it("names the days of a short window, the latest first, over the end of a month and a leap day", () => {
    expect(daysOf(window("2028-02-28", "2028-03-01"))).toEqual(["2028-03-01", "2028-02-29", "2028-02-28"]);
    expect(daysOf(window("2026-11-20", "2026-11-20"))).toEqual(["2026-11-20"]);
    expect(daysOf(window("2026-11-14", "2026-11-20"))).toHaveLength(7);
    expect(daysOf(window("2026-11-13", "2026-11-20"))).toEqual([]);
    // Somebody who joins later has no day that could be opened.
    expect(daysOf(window("2026-12-01", "2026-11-20"))).toEqual([]);
  });

  it("names no day of a closed month", () => {
    expect(daysOf(window("2026-10-30", "2026-11-02", ["2026-10"]))).toEqual(["2026-11-02", "2026-11-01"]);
    expect(daysOf(window("2026-10-30", "2026-10-31", ["2026-10"]))).toEqual([]);
  });

  it("offers what lies between closed months, and nothing where all are closed", () => {
    const closed = ["2026-06", "2026-07", "2026-09", "2026-11"];
    expect(limitsOf(window("2026-06-15", "2026-11-20", closed))).toEqual({
      min: "2026-08-01",
      max: "2026-10-31",
    });
    expect(limitsOf(window("2026-08-15", "2026-08-20", closed))).toEqual({
      min: "2026-08-15",
      max: "2026-08-20",
    });
    const { min = "", max = "" } = limitsOf(window("2026-06-15", "2026-07-20", closed));
    expect(min > max).toBe(true);
  });

  it("knows what is blank", () => {
    expect(Object.keys(blanksIn({ employeeId: "e0", date: "2026-11-20", reason: " \n" }))).toEqual([
      "reason",
    ]);
    expect(blanksIn({ employeeId: "e0", date: "2026-11-20", reason: "x" })).toEqual({});
  });
});
