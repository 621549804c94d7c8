import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { calendarOf, myTimesheets } from "../../api/reads";
import { monthIn } from "../../domain/address";

/** As many as fit on one page that people still read. */
const NEWEST = { limit: 100 } as const;

export const newestNotices = () =>
  read("/api/notifications", { query: NEWEST }, { topics: ["notifications"], fresh: FRESH.work });

/** The month, because it says how far back a rejected day can be corrected. */
export const reads: Reads = ({ today }) => [myTimesheets(), newestNotices(), calendarOf(monthIn(today))];
