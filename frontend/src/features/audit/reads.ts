/** What the audit log reads first. A visitor's browser fetches this file too, so it is short; the rest is in `api`. */
import { FRESH } from "../../api/query";
import { type Reads, read } from "../../api/read";

export const SIZES = [20, 50, 100] as const;
const FILTERS = ["from", "to", "actorId", "subjectId", "action"] as const;
type Narrowed = Partial<Record<(typeof FILTERS)[number], string>>;
export type Filter = Narrowed & { withoutSignIns?: true };

/** Nothing tells of what is recorded: it is asked for anew by opening the page (oversight.md §6). */
const RULES = { topics: [], fresh: FRESH.work } as const;

/** The address has the names of the call. A list of actions may be longer than what people type. */
export const filterIn = (search: URLSearchParams): Filter => ({
  ...Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))),
  ...(search.get("withoutSignIns") === "true" && { withoutSignIns: true }),
});

export const sizeIn = (search: URLSearchParams) =>
  SIZES.find((one) => String(one) === search.get("size")) ?? 50;

export const auditLogsIn = (search: URLSearchParams) => {
  const cursor = search.get("cursor");
  return read(
    "/api/audit-logs",
    { query: { ...filterIn(search), ...(cursor && { cursor }), limit: sizeIn(search) } },
    RULES,
  );
};

export const verification = () => read("/api/audit-logs/verify", {}, RULES);

export const reads: Reads = ({ search }) => [auditLogsIn(search), verification()];
