import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { leaveTypes } from "../../leave/reads";
import { substitutionsIn } from "../../substitutes/reads";
import { workPatternsOf } from "../../working-time/reads";

export type Scope = "hr" | "system";

export const settingsOf = (scope: Scope | "time-zone") =>
  read("/api/settings", { query: { scope } }, { topics: ["settings"], fresh: FRESH.calm });

/** Which of the two pages of an administrator an address leads to. */
export const scopeIn = (tab: string | null): Scope => (tab === "hr" ? "hr" : "system");

export const ofHr: Reads = ({ search }) => [
  settingsOf("hr"),
  workPatternsOf(),
  leaveTypes(),
  substitutionsIn(search),
];
export const ofAdmin: Reads = (place) =>
  scopeIn(place.search.get("tab")) === "hr" ? ofHr(place) : [settingsOf("system"), settingsOf("time-zone")];
