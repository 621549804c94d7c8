/** What waits of the people of a page. */
import { FRESH } from "../../api/query";
import { read } from "../../api/read";
import type { Schemas } from "../../domain/types";

export type Counts = Schemas["ApprovalStats"];
/** A person who may list accounts by role gets whole accounts; the directory gets a different answer. */
export type Employee = Schemas["DirectoryUser"] & Partial<Pick<Schemas["User"], "isBlocked">>;

const byUser = ({ stats }: { stats: readonly Counts[] }) => new Map(stats.map((one) => [one.userId, one]));

export const countsOf = (ids: readonly string[]) => ({
  ...read(
    "/api/timesheets/approval-stats",
    { query: { userIds: ids.join(",") } },
    { topics: ["timesheets"], fresh: FRESH.work },
  ),
  enabled: ids.length > 0,
  select: byUser,
});
