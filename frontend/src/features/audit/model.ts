/** Entries of the audit log as the screen writes them. What is in one, and what of it is masked, the server says. */
import { fullName } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import { words } from "./messages";
import { sentenceOf } from "./sentences";
import { fieldName, valueText } from "./values";

export type AuditEntry = Schemas["AuditEntry"];

/** What was done; of a kind that this client does not know, its fields. */
export const whatOf = (entry: AuditEntry): string => sentenceOf(entry) ?? fieldsOf(entry);

function fieldsOf({ changes, details }: AuditEntry): string {
  const all = [
    ...changes.map(
      ({ field, before, after }) => `${fieldName(field)} ${valueText(before)} → ${valueText(after)}`,
    ),
    ...Object.entries(details).map(([name, value]) => `${fieldName(name)}: ${valueText(value)}`),
  ];
  return all.join("; ") || words.nothing;
}

/** Who did it, and below that in which role then or, where nobody did, through what. */
export function whoOf({ actor, onBehalfOf, source }: AuditEntry): { name: string; role: string | null } {
  if (actor) {
    const name = fullName(actor);
    return { name: onBehalfOf ? `${name} for ${fullName(onBehalfOf)}` : name, role: actor.role };
  }
  if (source === "portal") return { name: "Not signed in", role: null };
  // Before sources were kept nobody could tell a job from a visitor.
  return source === null
    ? { name: words.nothing, role: null }
    : { name: words.system, role: words.sources[source] };
}

/** The names of the first ones, and how many there are beside them. */
export function aboutOf({ subjects, subjectCount }: AuditEntry, shown: number): string {
  const names = subjects.slice(0, shown).map(fullName);
  const others = subjectCount - names.length;
  if (names.length === 0) return words.nothing;
  return others > 0 ? `${names.join(", ")} ${words.more(others)}` : names.join(", ");
}
