/** Which team a week or a day is of, for somebody who looks after several. */
import type { Schemas } from "../domain/types";

/** The manager whom the reader stands in for; null where it is their own team. */
export type ForManager = Schemas["TeamWeek"]["forManager"];

/** What an address says of a team: a manager's id, or one of these. */
export const ALL = "";
export const OWN = "own";

export const isOfTeam =
  (team: string) =>
  ({ forManager }: { readonly forManager: ForManager }): boolean =>
    team === ALL || (team === OWN ? forManager === null : forManager?._id === team);
