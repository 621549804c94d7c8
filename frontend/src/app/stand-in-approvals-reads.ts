/** What waits in the teams of others, which is refused to everybody else. */
import type { Reads } from "../api/read";
import { teamWeeksIn } from "../features/approvals/reads";
import { resubmissions } from "../features/resubmissions/reads";

export type Tab = "timesheets" | "resubmitted";

/** Which of the two tabs an address leads to. */
export const tabIn = (tab: string | null): Tab => (tab === "resubmitted" ? tab : "timesheets");

export const reads: Reads = (place) => {
  if (!place.isSubstitute) return [];
  return [tabIn(place.search.get("tab")) === "timesheets" ? teamWeeksIn(place) : resubmissions()];
};
