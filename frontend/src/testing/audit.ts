/** Entries of the audit log for tests, and a server that keeps them: it filters and pages as the real one does. */
import type { Schemas } from "../domain/types";
import { http, server } from "./server";

type Entry = Schemas["AuditEntry"];

export const HASH = "9f2c1b7d0e4a5c6f8b3d2e1a0c9b8a7f6e5d4c3b2a190807f6e5d4c3b2a19080";
export const ANNA = { _id: "anna", firstName: "Anna", lastName: "Berg", role: "Manager" } as const;
export const MAX = { _id: "max", firstName: "Max", lastName: "Rossi", employeeId: "EMP1003" };
const NEWEST = { position: 1_240, hash: HASH, sealedAt: "2026-11-20T09:00:01Z" };

/** A day that Anna corrected. */
export const anAuditEntry = (seq: number, changes: Partial<Entry> = {}): Entry => ({
  seq,
  position: seq,
  at: "2026-11-20T09:00:00Z",
  action: "day-submitted",
  source: "portal",
  actor: ANNA,
  onBehalfOf: null,
  subjects: [MAX],
  subjectCount: 1,
  changes: [{ field: "hours", before: 8, after: 9, isMasked: false }],
  details: { date: "2026-11-19", version: 2, isResubmission: false },
  ip: "192.0.2.7",
  requestId: "req-7",
  hash: HASH,
  ...changes,
});

export const aVerification = (changes: Partial<Schemas["Verification"]> = {}): Schemas["Verification"] => ({
  state: "done",
  startedAt: "2026-11-20T03:00:00Z",
  finishedAt: "2026-11-20T03:00:09Z",
  checked: 1_200,
  total: 1_200,
  isIntact: true,
  brokenAt: null,
  checkpoint: { position: 0, hash: "0".repeat(64) },
  newest: NEWEST,
  ...changes,
});

/** A server with these entries, newest first. What it is asked is kept; what it says of the seal may change in a test. */
export function serveLog(entries: readonly Entry[]) {
  const asked: string[] = [];
  const state: { verification: Schemas["Verification"] | null; newest: Schemas["NewestSeal"] | null } = {
    verification: null,
    newest: NEWEST,
  };
  server.use(
    http.get("/api/audit-logs", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      const actions = query.get("action")?.split(",");
      const actor = query.get("actorId");
      const cursor = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
      const found = entries.filter(
        (one) =>
          one.seq < cursor &&
          (actions?.includes(one.action) ?? true) &&
          (actor === null || (actor === "none" ? one.actor === null : one.actor?._id === actor)),
      );
      const logs = found.slice(0, Number(query.get("limit")));
      const last = logs.at(-1);
      return response(200).json({
        success: true,
        data: {
          logs,
          nextCursor: last && found.length > logs.length ? String(last.seq) : null,
          newest: state.newest,
        },
      });
    }),
    http.get("/api/audit-logs/verify", ({ response }) =>
      response(200).json({ success: true, data: { verification: state.verification } }),
    ),
  );
  return { asked, state };
}
