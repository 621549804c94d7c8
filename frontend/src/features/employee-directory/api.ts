/** The employees, a page at a time, and what waits of the people of that page. */
import { keepPreviousData } from "@tanstack/react-query";
import { FRESH } from "../../api/query";
import { read } from "../../api/read";
import type { Schemas } from "../../domain/types";
import { employeeList } from "./reads";

export type Counts = Schemas["ApprovalStats"];
/** A person who may list accounts by role gets whole accounts; the directory gets a different answer. */
export type Employee = Schemas["DirectoryUser"] & Partial<Pick<Schemas["User"], "isBlocked">>;

const byUser = ({ stats }: { stats: readonly Counts[] }) => new Map(stats.map((one) => [one.userId, one]));

export const employeeQueries = {
  page: (...of: Parameters<typeof employeeList>) => ({
    ...employeeList(...of),
    placeholderData: keepPreviousData,
  }),
  counts: (ids: readonly string[]) => ({
    ...read(
      "/api/timesheets/approval-stats",
      { query: { userIds: ids.join(",") } },
      { topics: ["timesheets"], fresh: FRESH.work },
    ),
    enabled: ids.length > 0,
    select: byUser,
  }),
};
