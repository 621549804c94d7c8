/** The directory, a page of a column at a time: it is searched and cut by the server, however many people there are. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH } from "../../api/query";
import { unwrap } from "../../api/unwrap";

export const COLUMN_SIZE = 20;

type Place = { role: string; search: string; page: number };

export const directoryQueries = {
  column: ({ role, search, page }: Place) => {
    const query = { viewAll: true, role, page, limit: COLUMN_SIZE, ...(search === "" ? {} : { search }) };
    return queryOptions({
      queryKey: ["GET", "/api/users", query] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/users", { params: { query }, signal })),
      staleTime: FRESH.calm,
      // The list stays while the next page or the next word is fetched.
      placeholderData: keepPreviousData,
      meta: { topics: ["users"] },
    });
  },
};
