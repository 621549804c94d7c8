import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";

export type Scope = "hr" | "system";

export const settingsOf = (scope: Scope) =>
  read("/api/settings", { query: { scope } }, { topics: ["settings"], fresh: FRESH.calm });

/** Which of the two pages of an administrator an address leads to. */
export const scopeIn = (tab: string | null): Scope => (tab === "hr" ? "hr" : "system");

export const ofHr: Reads = () => [settingsOf("hr")];
export const ofAdmin: Reads = ({ search }) => [settingsOf(scopeIn(search.get("tab")))];
