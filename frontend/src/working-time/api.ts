/** What is changed about work patterns. */
import { api } from "../api/client";
import { learnAnew, type Write } from "../api/send";
import { unwrapBody } from "../api/unwrap";
import type { Schemas } from "../domain/types";
import { words } from "./messages";
import { workPatternsOf } from "./reads";

export type WorkPatterns = Schemas["WorkPatterns"];
export type PatternRow = Schemas["PatternRow"];
export type Saving = Omit<Schemas["WorkPatternRequest"], "userId"> & { readonly userId: string | undefined };
export type Saved = { readonly message?: string | null; readonly data: WorkPatterns };

export const savePattern: Write<Saving, Saved> = {
  name: "save work pattern",
  call: ({ userId, ...body }) =>
    unwrapBody(api.PUT("/api/work-patterns", { body: userId === undefined ? body : { ...body, userId } })),
  topics: ["settings"],
  // The old rows must not show while the page is fetched anew.
  learn: (client, { data }, { userId }) =>
    learnAnew<WorkPatterns>(client, workPatternsOf(userId).queryKey, () => data),
  done: ({ message }) => message ?? "Work pattern saved",
  failed: words.saveFailed,
};
