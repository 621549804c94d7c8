import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { calendarsIn } from "../../api/reads";
import { pageIn } from "../../domain/address";

/** Every unlock of the signed-in employee's days, newest first, used or not. */
export const myUnlocks = () =>
  read("/api/timesheet-unlock/my-requests", {}, { topics: ["timesheets"], fresh: FRESH.work });

/** A year of statements. */
export const STATEMENTS_A_PAGE = 12;
/** What their page is called in the address, beside the day of the calendar. */
export const STATEMENTS_PAGE = "statements";

export const statementsOn = (page: number) =>
  read(
    "/api/months/mine",
    { query: { page, limit: STATEMENTS_A_PAGE } },
    { topics: ["months"], fresh: FRESH.work },
  );

export const reads: Reads = (place) => [
  ...calendarsIn(place),
  myUnlocks(),
  statementsOn(pageIn(place.search, STATEMENTS_PAGE)),
];
