import { FRESH } from "../api/query";
import { read } from "../api/read";

/** As many as fit on one page that people still read. */
const NEWEST = { limit: 100 } as const;

export const newestNotices = () =>
  read("/api/notifications", { query: NEWEST }, { topics: ["notifications"], fresh: FRESH.work });
