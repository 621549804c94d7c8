import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { pageIn, wordsIn } from "../../domain/address";

export const COLUMN_SIZE = 20;

/** Whom each column lists, by its name in the address. */
export const COLUMN_ROLES = { hr: "HR", admins: "Admin", boss: "Boss", team: "Employee,Manager" } as const;

/** Searched and cut by the server, however many people there are. */
export const columnList = (place: { role: string; search: string; page: number }) =>
  personQueries.list({ ...place, viewAll: true, limit: COLUMN_SIZE });

export const reads: Reads = ({ search }) =>
  Object.entries(COLUMN_ROLES).map(([name, role]) =>
    columnList({ role, search: wordsIn(search, "search"), page: pageIn(search, name) }),
  );
