import { FRESH } from "../api/query";
import { read } from "../api/read";
import type { operations } from "../api/schema";
import { chosenIn, monthIn, pageIn, wordsIn } from "../domain/address";
import type { Month } from "../domain/day";

type Query = operations["leaveCalendar"]["parameters"]["query"];

export const PAGE_SIZES = [20, 50, 100] as const;

/** What can be chosen about the calendar. */
export const CHOICES = { month: "words", limit: { of: PAGE_SIZES, usual: PAGE_SIZES[0] } } as const;

/** A month of leave, and a page of the people who have some. */
export const leaveCalendar = (query: Query) =>
  read(
    "/api/leave/calendar",
    { query },
    { topics: ["leave", "holidays", "users", "settings"], fresh: FRESH.work },
  );

export const calendarQuery = (
  { year, month }: Month,
  search: string,
  page: number,
  limit: number,
): Query => ({
  year,
  month,
  page,
  limit,
  ...(search === "" ? {} : { search }),
});

/** The last month of leave: there is none after the next leave year. */
export const latestMonth = (present: Month): Month => ({ year: present.year + 1, month: 12 });

/**
 * The month that an address names; the present one where it names none that can be shown. It is read without what knows the calendar,
 * so that a visitor fetches none.
 */
export function monthNamed(text: string, present: Month): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  const named = { year: Number(year), month: Number(month) };
  return year !== undefined && named.year <= latestMonth(present).year ? named : present;
}

/** What an address asks for. */
export const leaveCalendarIn = (search: URLSearchParams, today: string) =>
  leaveCalendar(
    calendarQuery(
      monthNamed(wordsIn(search, "month"), monthIn(today)),
      wordsIn(search, "search"),
      pageIn(search, "page"),
      chosenIn(search, "limit", CHOICES.limit),
    ),
  );

/** When the signed-in person's link to the feed was made. Its address is in no answer. */
export const leaveFeed = () => read("/api/leave/feed", {}, { topics: ["leave"], fresh: FRESH.calm });
