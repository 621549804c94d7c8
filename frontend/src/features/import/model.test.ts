import { describe, expect, it } from "vitest";
import { dateQuestion, dateText, numberQuestion, numberText } from "./model";

describe("a date that can be read in two ways", () => {
  it("is asked about by its day and its month", () => {
    expect(dateQuestion("03/04/2026")).toBe("Is 03/04/2026 the 3rd of April or March 4?");
    expect(dateQuestion("1/2/2026")).toBe("Is 1/2/2026 the 1st of February or January 2?");
    expect(dateQuestion("11/12/2026")).toBe("Is 11/12/2026 the 11th of December or November 12?");
    expect(dateQuestion("")).toBe("In which order are the dates written?");
  });

  it.each([
    ["2026-04-03", "ymd", "April 3, 2026"],
    ["3.4.2026", "dmy", "April 3, 2026"],
    ["3/4/2026", "mdy", "March 4, 2026"],
    ["soon", "dmy", "soon"],
  ] as const)("%s by %s is %s", (sample, form, text) => {
    expect(dateText(sample, form)).toBe(text);
  });
});

describe("a number that can be read in two ways", () => {
  it.each([
    ["1.234", "comma", "1,234"],
    ["1.234", "point", "1.234"],
    ["1,234", "comma", "1.234"],
    ["1,234", "point", "1,234"],
    ["52 000", "comma", "52,000"],
    ["1'234", "point", "1,234"],
    ["none", "comma", "none"],
  ] as const)("%s with the decimal %s is %s", (sample, sign, text) => {
    expect(numberText(sample, sign)).toBe(text);
  });

  it("is asked about in both", () => {
    expect(numberQuestion("1.234")).toBe("Is 1.234 the number 1,234 or 1.234?");
  });
});
