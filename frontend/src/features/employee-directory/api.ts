/** The employees, a page at a time, and what waits of the people of that page. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { FRESH } from "../../api/query";
import type { components } from "../../api/schema";
import { unwrap } from "../../api/unwrap";

export const PAGE_SIZE = 50;

type Schemas = components["schemas"];
export type Counts = Schemas["ApprovalStats"];
/** A person who may list accounts by role gets whole accounts; the directory gets a different answer. */
export type Employee = Schemas["DirectoryUser"] & Partial<Pick<Schemas["User"], "isBlocked">>;

export const employeeQueries = {
  page: (search: string, page: number, limit: number = PAGE_SIZE) => {
    const query = { role: "Employee", page, limit, ...(search === "" ? {} : { search }) };
    return queryOptions({
      queryKey: ["GET", "/api/users", query] as const,
      queryFn: ({ signal }) => unwrap(api.GET("/api/users", { params: { query }, signal })),
      staleTime: FRESH.calm,
      placeholderData: keepPreviousData,
      meta: { topics: ["users"] },
    });
  },
  counts: (ids: readonly string[]) => {
    const query = { userIds: ids.join(",") };
    return queryOptions({
      queryKey: ["GET", "/api/timesheets/approval-stats", query] as const,
      queryFn: async ({ signal }) => {
        const { stats } = await unwrap(
          api.GET("/api/timesheets/approval-stats", { params: { query }, signal }),
        );
        return new Map(stats.map((one) => [one.userId, one]));
      },
      enabled: ids.length > 0,
      staleTime: FRESH.work,
      meta: { topics: ["timesheets"] },
    });
  },
};
