/** A team for the tests of the approvals: its days, and a server that keeps them and decides on them. */
import { screen } from "@testing-library/react";
import type { TeamWeekSummary, Timesheet, WeekStatus } from "../domain/types";
import { type aRefusal, aTimesheet } from "./fixtures";
import { renderApp } from "./render";
import { http, server } from "./server";

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gala"];
export const MONDAY = "2026-11-16";

/** Two pending days for each of the first `count` people, in the present week. */
export function aTeam(count: number, week = MONDAY): Timesheet[] {
  return NAMES.slice(0, count).flatMap((firstName, index) =>
    [0, 1].map((offset) => {
      const day = Number(week.slice(8)) + offset;
      return aTimesheet({
        _id: `${week}-${index}-${offset}`,
        date: `${week.slice(0, 8)}${String(day).padStart(2, "0")}`,
        hours: 8 + offset,
        description: `${firstName} at work`,
        updatedAt: `2026-11-1${offset}T08:00:00Z`,
        user: { _id: `u${index}`, firstName, lastName: "Berg", employeeId: `EMP10${index}0` },
      });
    }),
  );
}

const weekendOf = (monday: string) =>
  [5, 6].map((offset) => `${monday.slice(0, 8)}${String(Number(monday.slice(8)) + offset).padStart(2, "0")}`);

function statusOf(entries: readonly Timesheet[]): WeekStatus {
  if (entries.every((entry) => entry.status === "approved")) return "approved";
  return entries.every((entry) => entry.status === "rejected") ? "rejected" : "pending";
}

export type Hold = { answer: () => void };

/** A server that keeps the team, and holds the answer to a decision back until a test lets it go. */
export function serveTeam(
  timesheets: Timesheet[],
  {
    refuse,
    hold,
    remarks = {},
    forManager = {},
    daysOff = {},
    closedMonths = [],
  }: {
    refuse?: ReturnType<typeof aRefusal> | Response;
    hold?: Hold;
    remarks?: Record<string, TeamWeekSummary["remarks"]>;
    /** For whom the reader stands in, by employee. */
    forManager?: Record<string, TeamWeekSummary["forManager"]>;
    /** The weekend where it does not say otherwise, by employee. */
    daysOff?: Record<string, TeamWeekSummary["daysOff"]>;
    closedMonths?: string[];
  } = {},
) {
  let all = timesheets;
  const asked: string[] = [];
  const sent: unknown[] = [];
  const decide = async (body: { ids: string[] }, change: Partial<Timesheet>) => {
    sent.push(body);
    if (hold) await new Promise<void>((resolve) => Object.assign(hold, { answer: resolve }));
    if (!refuse) all = all.map((entry) => (body.ids.includes(entry._id) ? { ...entry, ...change } : entry));
  };
  server.use(
    http.get("/api/timesheets/team", ({ query, request, response }) => {
      asked.push(new URL(request.url).search);
      const [from, to] = [query.get("from"), query.get("to")];
      const weekOf = (entry: Timesheet) => (entry.date >= MONDAY ? MONDAY : "2026-11-09");
      const weekWaits = (entry: Timesheet) =>
        all.some(
          (one) =>
            one.user._id === entry.user._id && weekOf(one) === weekOf(entry) && one.status === "pending",
        );
      const found = all.filter(
        (entry) =>
          (!from || entry.date >= from) &&
          (!to || entry.date <= to) &&
          (query.get("waiting") === null || weekWaits(entry)),
      );
      const weeks = new Map<string, TeamWeekSummary>();
      for (const entry of found) {
        const whole = all.filter((one) => one.user._id === entry.user._id && weekOf(one) === weekOf(entry));
        const totalHours = whole.reduce((sum, one) => sum + one.hours, 0);
        weeks.set(`${entry.user._id} ${weekOf(entry)}`, {
          userId: entry.user._id,
          weekStart: weekOf(entry),
          status: statusOf(whole),
          totalHours,
          daysOff: daysOff[entry.user._id] ?? weekendOf(weekOf(entry)),
          remarks: weekWaits(entry) ? (remarks[entry.user._id] ?? []) : [],
          forManager: forManager[entry.user._id] ?? null,
        });
      }
      return response(200).json({
        success: true,
        data: { timesheets: found, weeks: [...weeks.values()], leave: [], closedMonths },
      });
    }),
    http.post("/api/timesheets/bulk-approve", async ({ request, response }) => {
      const body = await request.json();
      await decide(body, { status: "approved" });
      if (refuse instanceof Response) return response.untyped(refuse.clone());
      return refuse
        ? response(409).json(refuse)
        : response(200).json({ success: true, data: { updated: body.ids.length } });
    }),
    http.post("/api/timesheets/bulk-reject", async ({ request, response }) => {
      const body = await request.json();
      await decide(body, { status: "rejected", approvalComments: body.comment });
      if (refuse instanceof Response) return response.untyped(refuse.clone());
      return refuse
        ? response(409).json(refuse)
        : response(200).json({ success: true, data: { updated: body.ids.length } });
    }),
  );
  return { asked, sent };
}

export const openApprovals = (search = "") =>
  renderApp({
    url: `/manager/team-timesheets${search}`,
    as: { role: "Manager", firstName: "Maren", lastName: "Holt" },
  });
export const cardOf = (name: string) => screen.findByRole("article", { name: new RegExp(`^${name} Berg`) });
