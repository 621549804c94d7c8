/** The team's weeks, and the decisions on them: shown at once, taken back when the server refuses. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { FRESH, invalidateTopic } from "../../api/query";
import { unwrap } from "../../api/unwrap";
import { type Decision, decided, restored, type Team, undecided, type WeekCard } from "./model";

type TeamQuery = { from?: string; to?: string; status?: "pending" };

export const teamQueries = {
  timesheets: (query: TeamQuery) =>
    queryOptions({
      queryKey: ["GET", "/api/timesheets/team", query] as const,
      queryFn: ({ signal }): Promise<Team> =>
        unwrap(api.GET("/api/timesheets/team", { params: { query }, signal })),
      staleTime: FRESH.work,
      meta: { topics: ["timesheets"] },
    }),
};

export type Decide = { card: WeekCard; decision: Decision; comment: string | null };

const DECIDE = ["decide"] as const;
const TEAM = { queryKey: ["GET", "/api/timesheets/team"] as const };

function change(client: QueryClient, update: (team: Team) => Team): void {
  client.setQueriesData<Team>(TEAM, (team) => team && update(team));
}

/** What a screen wants to hear of each decision, several of which may be under way at once. */
export type Hear = {
  failed: (error: Error, decide: Decide) => void;
  succeeded: (decide: Decide) => void;
  settled: (decide: Decide) => void;
};

export const decideWeek = (client: QueryClient, hear: Hear) => ({
  mutationKey: DECIDE,
  mutationFn: ({ card, decision, comment }: Decide) => {
    const entries = undecided(card, decision);
    const ids = entries.map((entry) => entry._id);
    // The decision is on what was on the screen: an entry that changed since makes the server refuse.
    const expected = Object.fromEntries(entries.map((entry) => [entry._id, entry.updatedAt]));
    return decision === "approve"
      ? unwrap(api.POST("/api/timesheets/bulk-approve", { body: { ids, expected } }))
      : unwrap(api.POST("/api/timesheets/bulk-reject", { body: { ids, expected, comment: comment ?? "" } }));
  },
  onMutate: async ({ card, decision, comment }: Decide) => {
    change(client, (team) => decided(team, card, decision, comment));
    // An answer already on its way would show the week as it was before.
    await client.cancelQueries(TEAM);
    change(client, (team) => decided(team, card, decision, comment));
  },
  onError: (error: Error, decide: Decide) => {
    change(client, (team) => restored(team, decide.card));
    hear.failed(error, decide);
  },
  onSuccess: (_answer: unknown, decide: Decide) => hear.succeeded(decide),
  onSettled: async (_answer: unknown, _error: Error | null, decide: Decide) => {
    hear.settled(decide);
    // The last of several decisions fetches for all of them; an earlier answer would undo the later ones on the screen.
    if (client.isMutating({ mutationKey: DECIDE }) === 1) await invalidateTopic(client, "timesheets");
  },
});

export const failureOf = (error: unknown, decision: Decision): string =>
  messageOr(
    error,
    `The week could not be ${decision === "approve" ? "approved" : "rejected"}. Please try again.`,
  );
