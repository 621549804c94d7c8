import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { pageIn, wordsIn } from "../../domain/address";

export const PAGE_SIZE = 50;

export const employeeList = (search: string, page: number, limit: number = PAGE_SIZE) =>
  personQueries.list({ role: "Employee", page, limit, search });

export const reads: Reads = ({ search }) => [employeeList(wordsIn(search, "search"), pageIn(search, "page"))];
