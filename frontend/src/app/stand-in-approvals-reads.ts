/** What waits in the teams of others. Until the server has said whether somebody substitutes, they may. */
import type { Reads } from "../api/read";
import { teamWeeksIn } from "../features/approvals/reads";
import { resubmissions } from "../features/resubmissions/reads";

export type Tab = "timesheets" | "resubmitted";

/** Which of the two tabs an address leads to. */
export const tabIn = (tab: string | null): Tab => (tab === "resubmitted" ? tab : "timesheets");

export const reads: Reads = (place) => {
  if (place.isSubstitute === false) return [];
  return [tabIn(place.search.get("tab")) === "timesheets" ? teamWeeksIn(place) : resubmissions()];
};
