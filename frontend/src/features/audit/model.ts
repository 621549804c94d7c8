/** Entries of the audit log as the screen writes them. What is in one, and what of it is masked, the server says. */
import type { components } from "../../api/schema";
import { fullName } from "../../domain/people";
import { words } from "./messages";

export type AuditEntry = components["schemas"]["AuditEntry"];
type Change = AuditEntry["changes"][number];

/** "phone number", "resubmission": the name of a field or of a detail, in words. */
export const fieldName = (name: string): string =>
  name
    .replace(/^is(?=[A-Z])/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();

const isPerson = (value: object): value is { firstName: string; lastName: string } =>
  "firstName" in value && "lastName" in value;

/** A value of a field or of a detail. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map(valueText).join(", ") || words.nothing;
  if (typeof value === "object") return isPerson(value) ? fullName(value) : JSON.stringify(value);
  return String(value);
}

/** "hours 8 → 9", "salary changed, not shown" */
const changeText = ({ field, before, after, isMasked }: Change): string =>
  isMasked
    ? `${fieldName(field)} ${words.masked}`
    : words.changed(fieldName(field), valueText(before), valueText(after));

/** An id tells a reader of a list nothing. */
const isId = (value: unknown) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-/.test(value);

/** As much as a row has room for; the rest stands in what it opens to. */
const SHOWN = 3;

/** What changed or, where nothing did, what else there is to know. */
export function whatOf({ changes, details }: AuditEntry): string {
  const all =
    changes.length > 0
      ? changes.map(changeText)
      : Object.entries(details)
          .filter(([, value]) => !isId(value))
          .map(([name, value]) => words.detail(fieldName(name), valueText(value)));
  const shown = all.slice(0, SHOWN).join("; ");
  return all.length > SHOWN ? `${shown} ${words.more(all.length - SHOWN)}` : shown || words.nothing;
}

/** Who did it, and below that in which role then or, where nobody did, through what. */
export function whoOf({ actor, onBehalfOf, source }: AuditEntry): { name: string; role: string | null } {
  if (actor) {
    const name = fullName(actor);
    return { name: onBehalfOf ? words.standIn(name, fullName(onBehalfOf)) : name, role: actor.role };
  }
  if (source === "portal") return { name: words.visitor, role: null };
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
