/** What somebody has written for a day and not yet sent, kept for this tab, so that a look at another day or a reload costs nothing. */
export type Draft = { readonly hours: string; readonly description: string };

const keyOf = (userId: string, date: string) => `daybook.draft.${userId}.${date}`;

export function readDraft(userId: string, date: string): Draft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, date)) ?? "null");
    if (typeof value !== "object" || value === null || !("hours" in value) || !("description" in value))
      return null;
    const { hours, description } = value;
    return typeof hours === "string" && typeof description === "string" ? { hours, description } : null;
  } catch {
    return null;
  }
}

/** `null` forgets it. Storage may be switched off; then a draft lives as long as its form. */
export function writeDraft(userId: string, date: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, date), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(userId, date));
  } catch {
    return;
  }
}
