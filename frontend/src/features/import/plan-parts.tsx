/** What the tests of a plan share: its page, and a server that has it. */
import type { Schemas } from "../../domain/types";
import { aRow, servesPlan } from "../../testing/imports";
import { renderApp } from "../../testing/render";
import { http, server } from "../../testing/server";
import { keepFile } from "./kept";

export type Plan = Schemas["ImportPlan"];

export const STAFF = new File(["Email\n"], "staff.csv", { type: "text/csv" });

/** The page of the plan, which still has its file unless it was loaded anew. */
export function show({ search = "", isReloaded = false, as = "HR" as "HR" | "Admin" } = {}) {
  const url = `/${as.toLowerCase()}/import?plan=plan-1${search}`;
  const shown = renderApp({ url, as: { id: "h1", role: as } });
  if (!isReloaded) keepFile("plan-1", STAFF);
  return shown;
}

/** A server with that plan, which reads and applies whatever it is sent; `after` is what comes of it. */
export function serve(plan: Plan, rows = [aRow()], after: Partial<Plan> = {}) {
  let known = plan;
  const sent: unknown[] = [];
  const { handlers, asked } = servesPlan(() => known, rows);
  server.use(
    ...handlers,
    http.post("/api/imports/{id}", ({ request, params, response }) => {
      sent.push({ kind: params.id, ...Object.fromEntries(new URL(request.url).searchParams) });
      known = { ...plan, ...after, _id: "plan-2" };
      return response(201).json({ success: true, data: { plan: known } });
    }),
    http.post("/api/imports/{id}/apply", async ({ request, response }) => {
      sent.push(await request.json());
      known = { ...plan, state: "applied", applied: { rows: 2, at: "2026-11-20T10:00:00Z" }, ...after };
      return response(200).json({
        success: true,
        message: "2 people added, 0 changed",
        data: { plan: known },
      });
    }),
  );
  return {
    sent,
    asked,
    becomes: (changes: Partial<Plan>) => {
      known = { ...known, ...changes };
    },
  };
}
