import { expect, it } from "vitest";
import { daysInWords, patternInWords } from "./pattern";

it.each([
  [[1, 2, 3, 4, 5], "Monday to Friday"],
  [[2, 3, 4, 5, 6], "Tuesday to Saturday"],
  [[1, 2, 3, 4, 5, 6, 7], "Monday to Sunday"],
  [[1, 3, 5], "Monday, Wednesday and Friday"],
  [[1, 2], "Monday and Tuesday"],
  [[1, 2, 3, 5], "Monday to Wednesday and Friday"],
  [[1, 2, 4, 5, 6], "Monday, Tuesday and Thursday to Saturday"],
  [[4], "Thursday"],
])("reads the days %j as %s", (days, text) => {
  expect(daysInWords(days)).toBe(text);
});

it("reads a pattern with its hours", () => {
  const pattern = { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 };
  expect(patternInWords(pattern)).toBe("Monday to Friday, full day 9 h, half day 5 h");
  expect(patternInWords({ ...pattern, fullDayHours: 7.5 })).toBe(
    "Monday to Friday, full day 7.5 h, half day 5 h",
  );
});
