import { FRESH } from "../../api/query";
import { type Place, type Reads, read } from "../../api/read";
import { personQueries } from "../../api/reads";
import { chosenIn, pageIn, wordsIn } from "../../domain/address";
import type { Schemas } from "../../domain/types";
import { LEAVE_A_PAGE, leaveOf, leaveTypes, leaveYearIn } from "../../leave/reads";
import { leaveCalendarIn, leaveFeed } from "../../leave-calendar/reads";

type Status = Schemas["LeaveStatus"] | "waiting";

/** Whose teams these are changes with accounts and substitutions. */
const teamLeave = (query: { status?: Status; employeeId?: string; page: number }) =>
  read(
    "/api/leave/team",
    { query: { ...query, limit: LEAVE_A_PAGE } },
    { topics: ["leave", "users", "settings"], fresh: FRESH.work },
  );

/** What waits for a decision, the earliest leave first. */
export const waitingLeave = (page: number) => teamLeave({ status: "waiting", page });

/** What can be chosen about the history; `employee` is somebody's id. */
export const CHOICES = {
  status: {
    of: ["all", "pending", "approved", "rejected", "cancelled", "cancellation-asked"],
    usual: "all",
  },
  employee: "words",
} as const;
type StatusFilter = (typeof CHOICES.status.of)[number];

export const leaveHistory = (status: StatusFilter, employeeId: string, page: number) =>
  teamLeave({
    ...(status === "all" ? {} : { status }),
    ...(employeeId === "" ? {} : { employeeId }),
    page,
  });

export type Tab = "pending" | "calendar" | "history";

/** Which of the tabs an address leads to; not everybody has the calendar. */
export const tabIn = (tab: string | null, hasCalendar: boolean): Tab =>
  tab === "history" || (hasCalendar && tab === "calendar") ? tab : "pending";

/** What the decisions show first; `name` is what the address calls their tab. */
export function decisionsIn({ search, today }: Place, name: string, hasCalendar = false) {
  const page = pageIn(search, "page");
  const tab = tabIn(search.get(name), hasCalendar);
  if (tab === "pending") return [waitingLeave(page)];
  if (tab === "calendar") return [leaveCalendarIn(search, today), leaveFeed()];
  const status = chosenIn(search, "status", CHOICES.status);
  const employee = wordsIn(search, "employee");
  return [leaveHistory(status, employee, page), ...(employee === "" ? [] : [personQueries.one(employee)])];
}

export const reads: Reads = ({ today, search }) => [
  leaveOf(leaveYearIn(search, today)),
  leaveTypes(),
  leaveFeed(),
];
export const ofApprovals: Reads = (place) => decisionsIn(place, "tab", true);
