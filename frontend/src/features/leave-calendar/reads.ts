import type { Reads } from "../../api/read";
import { leaveCalendarIn } from "../../leave-calendar/reads";

export const reads: Reads = ({ search, today }) => [leaveCalendarIn(search, today)];
