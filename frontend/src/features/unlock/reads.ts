import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { personQueries } from "../../api/reads";
import { pageIn, wordsIn } from "../../domain/address";

/** As many people as are fetched at once. Where there are more, the server searches among them. */
export const LIST_LIMIT = 100;

/** Those who can be helped: a blocked or inactive account cannot fill in anything. */
export const helpedList = (search: string) =>
  personQueries.list({ role: "Employee", status: "active", page: 1, limit: LIST_LIMIT, search });

export const REQUESTS_A_PAGE = 20;

/** A page of the requests that wait for the reader, oldest first. Whom one waits for depends on accounts, holidays and settings too. */
export const waitingRequests = (page: number) =>
  read(
    "/api/timesheet-unlock/requests",
    { query: { page, limit: REQUESTS_A_PAGE } },
    { topics: ["timesheets", "users", "holidays", "settings"], fresh: FRESH.work },
  );

export const reads: Reads = ({ search }) => {
  const id = wordsIn(search, "employee");
  return [
    waitingRequests(pageIn(search, "page")),
    helpedList(""),
    ...(id === "" ? [] : [personQueries.one(id), personQueries.unlockWindow(id)]),
  ];
};
