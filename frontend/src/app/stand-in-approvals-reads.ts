/** What waits in the teams of others, which is refused to everybody else. */
import type { Reads } from "../api/read";
import { teamWeeksIn } from "../features/approvals/reads";
import { decisionsIn } from "../features/leave/reads";
import { resubmissions } from "../features/resubmissions/reads";

const TABS = ["timesheets", "resubmitted", "leave"] as const;
export type Tab = (typeof TABS)[number];

/** What the address calls the tab within the one of leave. */
export const LEAVE_TAB = "view";

/** Which of the tabs an address leads to. */
export const tabIn = (tab: string | null): Tab => TABS.find((one) => one === tab) ?? "timesheets";

export const reads: Reads = (place) => {
  if (!place.isSubstitute) return [];
  const tab = tabIn(place.search.get("tab"));
  if (tab === "leave") return decisionsIn(place, LEAVE_TAB);
  return [tab === "timesheets" ? teamWeeksIn(place) : resubmissions()];
};
