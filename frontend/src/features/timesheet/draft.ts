/** What somebody has written for a day and not yet sent, kept for this tab, so that a look at another day or a reload costs nothing. */
import { keep, readKept } from "../../domain/kept";

export type Draft = { readonly hours: string; readonly description: string };

const keyOf = (userId: string, date: string) => `daybook.draft.${userId}.${date}`;

export function readDraft(userId: string, date: string): Draft | null {
  try {
    const value: unknown = JSON.parse(readKept("sessionStorage", keyOf(userId, date)) ?? "null");
    if (typeof value !== "object" || value === null || !("hours" in value) || !("description" in value))
      return null;
    const { hours, description } = value;
    return typeof hours === "string" && typeof description === "string" ? { hours, description } : null;
  } catch {
    return null;
  }
}

/** `null` forgets it. */
export const writeDraft = (userId: string, date: string, draft: Draft | null): void =>
  keep("sessionStorage", keyOf(userId, date), draft && JSON.stringify(draft));
