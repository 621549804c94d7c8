import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";

export const resubmissions = () =>
  read(
    "/api/timesheets/notifications/resubmissions",
    {},
    { topics: ["timesheets", "notifications"], fresh: FRESH.work },
  );

export const reads: Reads = () => [resubmissions()];
