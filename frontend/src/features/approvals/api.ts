/** The team's weeks, and the decisions on them: shown at once, taken back when the server refuses. */
import { api } from "../../api/client";
import { messageOr } from "../../api/error";
import { foresee, type Write } from "../../api/send";
import { Undone, undoable } from "../../api/undo";
import { unwrap } from "../../api/unwrap";
import { formatWeek } from "../../domain/day";
import { words } from "./messages";
import { type Decision, decided, outcome, restored, type Team, undecided, type WeekCard } from "./model";

export type Decide = {
  readonly cards: readonly WeekCard[];
  readonly decision: Decision;
  readonly comment: string | null;
  /** Sent only after a while, in which it can be undone. */
  readonly canUndo?: boolean;
};

export const decisionFailure = (error: unknown, { cards, decision }: Decide): string =>
  messageOr(error, words.failed(cards.length, outcome[decision]));

export const nameOf = (week: WeekCard) => `${formatWeek(week.weekStart)}, ${week.name}`;

function onlyName([card, ...others]: readonly WeekCard[]) {
  return card && others.length === 0 ? { description: nameOf(card) } : {};
}

export const decideWeeks: Write<Decide, unknown> = {
  name: "decide",
  call: ({ cards, decision, comment, canUndo }) => {
    const entries = cards.flatMap((card) => undecided(card, decision));
    const ids = entries.map((entry) => entry._id);
    // The decision is on what was on the screen: an entry that changed since makes the server refuse.
    const expected = Object.fromEntries(entries.map((entry) => [entry._id, entry.updatedAt]));
    const decide = () =>
      decision === "approve"
        ? // It may be sent by a page that is being closed.
          unwrap(
            api.POST("/api/timesheets/bulk-approve", {
              body: { ids, expected },
              keepalive: canUndo === true,
            }),
          )
        : unwrap(
            api.POST("/api/timesheets/bulk-reject", { body: { ids, expected, comment: comment ?? "" } }),
          );
    return canUndo ? undoable(words.approving(cards.length), "Undo", decide) : decide();
  },
  foreseen: foresee<Team, Decide>(
    ["GET", "/api/timesheets/team"],
    (team, { cards, decision, comment }) => decided(team, cards, decision, comment),
    (team, { cards }) => restored(team, cards),
  ),
  topics: ["timesheets"],
  untilFetched: true,
  done: (_answer, { cards, decision }) => ({
    message: words.decided(cards.length, outcome[decision]),
    ...onlyName(cards),
  }),
  failed: (error, decide) =>
    error instanceof Undone ? null : { message: decisionFailure(error, decide), ...onlyName(decide.cards) },
};
