import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { myTimesheets } from "../../api/reads";

/** As many as fit on one page that people still read. */
const NEWEST = { limit: 100 } as const;

export const newestNotices = () =>
  read("/api/notifications", { query: NEWEST }, { topics: ["notifications"], fresh: FRESH.work });

export const reads: Reads = () => [myTimesheets(), newestNotices()];
