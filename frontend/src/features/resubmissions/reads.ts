import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { newestNotices } from "../../notices/reads";
import { runningSubstitutions } from "../../substitutes/reads";

export const resubmissions = () =>
  read(
    "/api/timesheets/notifications/resubmissions",
    {},
    { topics: ["timesheets", "notifications", "settings", "months"], fresh: FRESH.work },
  );

export const reads: Reads = () => [resubmissions(), newestNotices(), runningSubstitutions()];
