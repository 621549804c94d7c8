import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { calendarsIn } from "../../api/reads";

/** Every unlock of the signed-in employee's days, newest first, used or not. */
export const myUnlocks = () =>
  read("/api/timesheet-unlock/my-requests", {}, { topics: ["timesheets"], fresh: FRESH.work });

export const reads: Reads = (place) => [...calendarsIn(place), myUnlocks()];
