import type { Reads } from "../../api/read";
import { calendarOf, myTimesheets } from "../../api/reads";
import { monthIn } from "../../domain/address";
import { newestNotices } from "../../notices/reads";

/** The month, because it says how far back a rejected day can be corrected. */
export const reads: Reads = ({ today }) => [myTimesheets(), newestNotices(), calendarOf(monthIn(today))];
