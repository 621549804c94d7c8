/** Names of fields and details, and their values, in words. */
import { fullName } from "../../domain/people";
import { words } from "./messages";

/** The names that no sentence could hold as they are. */
const NAMES: Readonly<Record<string, string>> = { recordsFrom: "beginning of the records" };

/** "phone number", "resubmission": the name of a field or of a detail, in words. */
export const fieldName = (name: string): string =>
  NAMES[name] ??
  name
    .replace(/^is(?=[A-Z])/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();

const isPerson = (value: object): value is { firstName: string; lastName: string } =>
  "firstName" in value && "lastName" in value;

/** A value of a field or of a detail. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueText).join(", ") || words.nothing;
  if (typeof value === "object") return isPerson(value) ? fullName(value) : JSON.stringify(value);
  return String(value);
}
