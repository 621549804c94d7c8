import { expect, it } from "vitest";
import { formatHours, formatMoney, formatNumber, formatPercent, formatTenths, hoursFigure } from "./format";

it("writes figures alike everywhere", () => {
  expect(formatNumber(12_345)).toBe("12,345");
  expect(formatMoney(48_000.5, "EUR")).toBe("48,000.50 EUR");
  expect(formatMoney(0, null)).toBe("0.00");
  expect(formatTenths(54)).toBe("54.0");
  expect([100, 66.66].map(formatPercent)).toEqual(["100.0%", "66.7%"]);
  expect([9, 7.5, 0, 112.5].map(hoursFigure)).toEqual(["9", "7.5", "0", "112.5"]);
  expect([7.5, 1_240, 0.126].map(formatHours)).toEqual(["7.5 h", "1,240 h", "0.13 h"]);
});
