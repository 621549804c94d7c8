import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";
import { workPatternsOf } from "../../working-time/reads";

export type Scope = "hr" | "system";

export const settingsOf = (scope: Scope) =>
  read("/api/settings", { query: { scope } }, { topics: ["settings"], fresh: FRESH.calm });

/** Which of the two pages of an administrator an address leads to. */
export const scopeIn = (tab: string | null): Scope => (tab === "hr" ? "hr" : "system");

const ofScope = (scope: Scope) =>
  scope === "hr" ? [settingsOf(scope), workPatternsOf()] : [settingsOf(scope)];

export const ofHr: Reads = () => ofScope("hr");
export const ofAdmin: Reads = ({ search }) => ofScope(scopeIn(search.get("tab")));
