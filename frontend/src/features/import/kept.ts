/** What the page keeps of an import beside its plan: the file, in case it has to be sent again, and the way back to the plan. */
import { keep, readKept } from "../../domain/kept";
import { sessionStore } from "../../session/store";
import type { Plan } from "./model";

let latest: { readonly plan: string; readonly file: File; readonly token: string | null } | null = null;

/** The server keeps the rows of a plan, not its file. */
export function keepFile(plan: string, file: File): void {
  latest = { plan, file, token: sessionStore.token() };
}

/** Null after a reload, and for somebody else who signs in: the file then has to be chosen again. */
export const fileOf = (plan: string): File | null =>
  latest?.plan === plan && latest.token === sessionStore.token() ? latest.file : null;

const KEY = "daybook.import";

type Open = Pick<Plan, "_id" | "fileName">;

/** Where the menu leads to the page without it, it can be gone on with. It goes with the sign-out. */
export function keepOpen(plan: Open | null): void {
  keep("sessionStorage", KEY, plan && JSON.stringify({ _id: plan._id, fileName: plan.fileName }));
}

export function openPlan(): Open | null {
  try {
    // This file wrote it.
    return JSON.parse(readKept("sessionStorage", KEY) ?? "null") as Open | null;
  } catch {
    return null;
  }
}
