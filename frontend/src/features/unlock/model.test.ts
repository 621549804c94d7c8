import { describe, expect, it } from "vitest";
import { anEmployee, employees } from "../../testing/people";
import { blanksIn, daysOf, suggestionsFor, wordsOf } from "./model";

const window = (earliest: string, latest: string) => ({ earliest, latest, reason: "", rejectedDates: [] });

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

  it("knows what is blank", () => {
    expect(Object.keys(blanksIn({ employeeId: "e0", date: "2026-11-20", reason: " \n" }))).toEqual([
      "reason",
    ]);
    expect(blanksIn({ employeeId: "e0", date: "2026-11-20", reason: "x" })).toEqual({});
  });
});
