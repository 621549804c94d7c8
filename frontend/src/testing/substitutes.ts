/** Substitutions for tests, and a server that keeps them: it filters, pages and orders as the real one does, and does what it is told. */
import type { Schemas } from "../domain/types";
import type { aRefusal } from "./fixtures";
import { gives, http, server } from "./server";

type Substitution = Schemas["Substitution"];

export const MARCO = { _id: "m1", firstName: "Marco", lastName: "Rossi" } as const;
export const ANNA = { _id: "m2", firstName: "Anna", lastName: "Berg", role: "Manager" } as const;
export const HELGA = { _id: "h1", firstName: "Helga", lastName: "Roth", role: "HR" } as const;

/** Anna stands in for Marco, since Wednesday and until next Friday. */
export const aSubstitution = (changes: Partial<Substitution> = {}): Substitution => ({
  _id: "s1",
  manager: MARCO,
  substitute: ANNA,
  from: "2026-11-18",
  to: "2026-11-27",
  reason: "On holiday",
  status: "running",
  createdAt: "2026-11-12T09:00:00Z",
  createdBy: { firstName: "Marco", lastName: "Rossi", role: "Manager" },
  endedAt: null,
  endedBy: null,
  ...changes,
});

/** What the session says to somebody who stands in for Marco. */
export const FOR_MARCO: Schemas["SubstituteFor"] = {
  managerId: MARCO._id,
  firstName: MARCO.firstName,
  lastName: MARCO.lastName,
  to: "2026-11-27",
};

export function serveSubstitutions(substitutions: readonly Substitution[]) {
  let all = substitutions;
  const asked: string[] = [];
  const sent: unknown[] = [];
  const refuse: { once?: ReturnType<typeof aRefusal>; broken?: boolean } = {};
  const broken = () => new Response("<html>", { status: 502 });
  server.use(
    http.get("/api/substitutions", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      const status = query.get("status");
      const found = all.filter((one) => status === null || one.status === status);
      const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit"))];
      const pages = Math.ceil(found.length / limit);
      return response(200).json({
        success: true,
        data: {
          substitutions: found.slice((page - 1) * limit, page * limit),
          pagination: { current: page, pages, total: found.length },
        },
      });
    }),
    http.post("/api/substitutions", async ({ request, response }) => {
      const body = await request.json();
      sent.push(body);
      if (refuse.broken) return response.untyped(broken());
      const refusal = refuse.once;
      if (refusal) {
        delete refuse.once;
        return refusal.code === "CONFLICT" ? response(409).json(refusal) : response(400).json(refusal);
      }
      const { from, to, reason } = body;
      const substitution = aSubstitution({ _id: "new", from, to, reason, status: "planned" });
      all = [substitution, ...all];
      return response(201).json({ success: true, message: "Substitute named", data: { substitution } });
    }),
    http.delete("/api/substitutions/{id}", ({ params, response }) => {
      sent.push(params.id);
      if (refuse.broken) return response.untyped(broken());
      if (refuse.once) return response(409).json(refuse.once);
      const one = all.find(({ _id }) => _id === params.id) ?? aSubstitution();
      const substitution: Substitution = {
        ...one,
        status: "ended",
        endedAt: "2026-11-20T12:00:00Z",
        endedBy: HELGA,
      };
      all = all.map((other) => (other._id === one._id ? substitution : other));
      return response(200).json({ success: true, message: "Substitution ended", data: { substitution } });
    }),
    gives("/api/settings", { settings: [] }),
    gives("/api/work-patterns", {
      rows: [],
      current: { workingDays: [1, 2, 3, 4, 5], fullDayHours: 9, halfDayHours: 5 },
      version: 0,
    }),
  );
  const set = (substitutions: readonly Substitution[]) => {
    all = substitutions;
  };
  return { asked, sent, refuse, set };
}
