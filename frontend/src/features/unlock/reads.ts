import type { Reads } from "../../api/read";
import { personQueries } from "../../api/reads";
import { wordsIn } from "../../domain/address";

/** As many people as are fetched at once. Where there are more, the server searches among them. */
export const LIST_LIMIT = 100;

/** Those who can be helped: a blocked or inactive account cannot fill in anything. */
export const helpedList = (search: string) =>
  personQueries.list({ role: "Employee", status: "active", page: 1, limit: LIST_LIMIT, search });

export const reads: Reads = ({ search }) => {
  const id = wordsIn(search, "employee");
  return [helpedList(""), ...(id === "" ? [] : [personQueries.one(id), personQueries.unlockWindow(id)])];
};
