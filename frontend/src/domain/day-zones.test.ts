/** What a day is must not depend on where a browser stands: the same in zones far apart, and where midnight is skipped or comes twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const ZONES = [
  "Pacific/Pago_Pago",
  "America/New_York",
  // Clocks change at midnight itself.
  "America/Santiago",
  "Atlantic/Azores",
  "Asia/Beirut",
  "UTC",
  "Europe/Berlin",
  "Asia/Tehran",
  "Pacific/Tongatapu",
  "Pacific/Kiritimati",
];

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  ["January", 31],
  ["February", 28],
  ["March", 31],
  ["April", 30],
  ["May", 31],
  ["June", 30],
  ["July", 31],
  ["August", 31],
  ["September", 30],
  ["October", 31],
  ["November", 30],
  ["December", 31],
] as const;

const two = (number: number) => String(number).padStart(2, "0");

type Counted = { readonly date: string; readonly long: string; readonly monday: string };

/** Three years, counted without the calendar library: the first of January 2026 is a Thursday, and 2028 is a leap year. */
function counted(): Counted[] {
  const days: Counted[] = [];
  for (const year of [2026, 2027, 2028]) {
    MONTHS.forEach(([month, length], index) => {
      const last = year === 2028 && index === 1 ? 29 : length;
      for (let number = 1; number <= last; number += 1) {
        const date = `${year}-${two(index + 1)}-${two(number)}`;
        const weekday = (days.length + 3) % 7;
        const monday = days[days.length - weekday]?.date ?? (weekday === 0 ? date : "2025-12-29");
        days.push({ date, long: `${WEEKDAYS[weekday]}, ${month} ${number}, ${year}`, monday });
      }
    });
  }
  return days;
}

const DAYS = counted();

describe.each(ZONES)("days in a browser in %s", (zone) => {
  let day: typeof import("./day");

  beforeEach(async () => {
    vi.stubEnv("TZ", zone);
    // Whatever the modules cache between calls must be cached in this zone.
    vi.resetModules();
    day = await import("./day");
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  });
  afterEach(() => void vi.unstubAllEnvs());

  it("are read and written as they are, under their weekday and in their week", () => {
    const read = DAYS.map(({ date }) => {
      const parsed = day.parseDay(date);
      return {
        date: parsed?.toString(),
        long: day.formatDay(date, "long"),
        monday: parsed && day.mondayOf(parsed).toString(),
      };
    });
    expect(read).toEqual(DAYS);
  });

  it("follow each other one by one, however long they are", () => {
    const days = DAYS.flatMap(({ date }) => day.parseDay(date) ?? []);
    const apart = days.slice(1).map((one, index) => days[index] && one.compare(days[index]));
    expect(apart).toEqual(apart.map(() => 1));
    expect(
      days
        .at(0)
        ?.add({ days: DAYS.length - 1 })
        .toString(),
    ).toBe("2028-12-31");
  });

  it("stand in the month that a grid draws, and nowhere else", () => {
    const drawn = [2026, 2027, 2028].flatMap((year) =>
      MONTHS.flatMap((_, index) =>
        day
          .monthWeeks({ year, month: index + 1 })
          .flat()
          .flatMap((one) => one?.toString() ?? []),
      ),
    );
    expect(drawn).toEqual(DAYS.map(({ date }) => date));
  });

  it.each([
    ["2028-02-29T10:57:00Z", "Pacific/Pago_Pago", "Feb 28, 2028, 11:57 PM"],
    ["2026-02-28T11:02:00Z", "Pacific/Tongatapu", "Mar 1, 2026, 12:02 AM"],
    ["2026-03-29T00:59:00Z", "Europe/Berlin", "Mar 29, 2026, 1:59 AM"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "Mar 29, 2026, 3:00 AM"],
    ["2026-10-25T01:00:00Z", "Europe/Berlin", "Oct 25, 2026, 2:00 AM"],
    ["2026-09-06T04:00:00Z", "America/Santiago", "Sep 6, 2026, 1:00 AM"],
  ])("tell %s as it is in %s", (instant, organisation, read) => {
    expect(day.formatInstant(instant, organisation).replace(/\s/g, " ")).toBe(read);
  });
});
