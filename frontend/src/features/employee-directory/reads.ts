import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { pageIn, wordsIn } from "../../domain/address";

export const PAGE_SIZE = 50;

/** `viewAll`: out of the directory, for somebody who lists no accounts. */
export const employeeList = (viewAll: boolean, search: string, page: number, limit: number = PAGE_SIZE) =>
  personQueries.list({ role: "Employee", page, limit, search, ...(viewAll && { viewAll }) });

export const reads: Reads = ({ search, role }) => [
  employeeList(role === "Boss", wordsIn(search, "search"), pageIn(search, "page")),
];
