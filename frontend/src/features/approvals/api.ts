/** The team's weeks, and the decisions on them: shown at once, taken back when the server refuses. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { FRESH } from "../../api/query";
import { read } from "../../api/read";
import { foresee, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import { formatWeek } from "../../domain/day";
import { type Decision, decided, outcome, restored, type Team, undecided, type WeekCard } from "./model";

type TeamQuery = { from?: string; to?: string; status?: "pending" };

export const teamTimesheets = (query: TeamQuery) =>
  read("/api/timesheets/team", { query }, { topics: ["timesheets"], fresh: FRESH.work });

export type Decide = { card: WeekCard; decision: Decision; comment: string | null };

export const failureOf = (error: unknown, decision: Decision): string =>
  messageOr(error, `The week could not be ${outcome[decision]}. Please try again.`);

export const nameOf = (week: WeekCard) => `${formatWeek(week.weekStart)}, ${week.name}`;

export const decideWeek: Write<Decide, unknown> = {
  name: "decide",
  call: ({ card, decision, comment }) => {
    const entries = undecided(card, decision);
    const ids = entries.map((entry) => entry._id);
    // The decision is on what was on the screen: an entry that changed since makes the server refuse.
    const expected = Object.fromEntries(entries.map((entry) => [entry._id, entry.updatedAt]));
    return decision === "approve"
      ? unwrap(api.POST("/api/timesheets/bulk-approve", { body: { ids, expected } }))
      : unwrap(api.POST("/api/timesheets/bulk-reject", { body: { ids, expected, comment: comment ?? "" } }));
  },
  foreseen: foresee<Team, Decide>(
    ["GET", "/api/timesheets/team"],
    (team, { card, decision, comment }) => decided(team, card, decision, comment),
    (team, { card }) => restored(team, card),
  ),
  topics: ["timesheets"],
  untilFetched: true,
  done: (_answer, { card, decision }) => ({
    message: `Week ${outcome[decision]}`,
    description: nameOf(card),
  }),
  failed: (error, { card, decision }) => ({
    message: failureOf(error, decision),
    description: nameOf(card),
  }),
};
