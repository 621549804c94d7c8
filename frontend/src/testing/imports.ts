/** Plans of imports and their rows for tests: complete, with what a test cares about changed. */
import type { Schemas } from "../domain/types";
import { gives, http } from "./server";

type Plan = Schemas["ImportPlan"];
type Row = Schemas["ImportRow"];

export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    _id: "plan-1",
    kind: "people",
    fileName: "staff.csv",
    encoding: "utf-8",
    separator: "semicolon",
    dates: null,
    decimal: null,
    questions: [],
    counts: { create: 2, change: 0, same: 0, refuse: 0 },
    ignoredColumns: [],
    createdAt: "2026-11-20T09:00:00Z",
    expiresAt: "2026-11-21T09:00:00Z",
    state: "ready",
    applied: null,
    reason: null,
    recordsFrom: null,
    ...changes,
  };
}

export function aRow(changes: Partial<Row> = {}): Row {
  return {
    line: 2,
    action: "create",
    who: "Ada Lindqvist",
    changes: [{ field: "Department", before: null, after: "Engineering", isMasked: false }],
    problem: null,
    ...changes,
  };
}

/** The server knows this plan, whose rows are all of these; what was asked of them is kept. */
export function servesPlan(planOf: Plan | (() => Plan), rows: readonly Row[] = [aRow()]) {
  const asked: string[] = [];
  const handlers = [
    gives("/api/imports/{id}", () => ({ plan: planOf instanceof Function ? planOf() : planOf })),
    http.get("/api/imports/{id}/rows", ({ request, query, response }) => {
      asked.push(new URL(request.url).search);
      const some = rows.filter(({ action }) => action === query.get("action"));
      const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 10)];
      return response(200).json({
        success: true,
        data: {
          rows: some.slice((page - 1) * limit, page * limit),
          pagination: { current: page, pages: Math.ceil(some.length / limit), total: some.length },
        },
      });
    }),
  ];
  return { handlers, asked };
}
