/** What was done, as a person would say it. Each field stands in what an entry opens to. */
import { formatDay, formatSpan, parseDay } from "../../domain/day";
import { formatHours, formatNumber } from "../../domain/format";
import { words } from "./messages";
import type { AuditEntry } from "./model";
import { fieldName, valueText } from "./values";

const said = words.sentences;

/** "Nov 26", and the year where it is not that of the entry. */
const dayText = (value: unknown, at: string): string =>
  typeof value === "string"
    ? formatDay(value, value.startsWith(at.slice(0, 4)) ? "short" : "dated")
    : words.nothing;

const isNumber = (value: unknown): value is number => typeof value === "number";
const isMissing = (value: unknown) => value === null || value === undefined || value === "";

/** How many changes or days a row has room for; the rest stands in what it opens to. */
const SHOWN = 3;

function listText(parts: readonly string[], separator: string): string {
  const shown = parts.slice(0, SHOWN).join(separator);
  return parts.length > SHOWN ? `${shown} ${words.more(parts.length - SHOWN)}` : shown;
}

/** "Nov 16 – 20" of days that follow each other, else each by itself. */
function daysText(values: readonly unknown[], at: string): string {
  const days = values
    .flatMap((value) => parseDay(String(value)) ?? [])
    .sort((one, other) => one.compare(other));
  const [first, last] = [days.at(0), days.at(-1)];
  const isRun = days.length > 1 && first && last && last.compare(first) === days.length - 1;
  if (isRun) return formatSpan(first, last, first.toString().startsWith(at.slice(0, 4)) ? "short" : "dated");
  return listText(
    days.map((day) => dayText(day.toString(), at)),
    ", ",
  );
}

/** What an entry tells, by name. */
function factsOf({ changes, details, at }: AuditEntry) {
  const change = (field: string) => changes.find((one) => one.field === field);
  return {
    change,
    detail: (name: string) => valueText(details[name]),
    count: (name: string) => (isNumber(details[name]) ? details[name] : 0),
    day: (name: string) => dayText(details[name], at),
    days: (name: string): readonly unknown[] => (Array.isArray(details[name]) ? details[name] : []),
    after: (field: string) => change(field)?.after,
    at,
    changes,
    details,
  };
}

type Facts = ReturnType<typeof factsOf>;

const isDay = (value: unknown) => typeof value === "string" && parseDay(value) !== null;
const shownIn = (value: unknown, at: string) => (isDay(value) ? dayText(value, at) : valueText(value));

function changeText({ field, before, after, isMasked }: AuditEntry["changes"][number], at: string): string {
  const name = fieldName(field);
  if (isMasked) return `Changed the ${name}`;
  if (field === "isActive") return after === true ? "Activated the account" : "Deactivated the account";
  if (typeof after === "boolean") return said.switched(name, after);
  if (isMissing(before)) return `Set the ${name} to ${shownIn(after, at)}`;
  if (isMissing(after)) return `Removed the ${name} ${shownIn(before, at)}`;
  return `Changed the ${name} from ${shownIn(before, at)} to ${shownIn(after, at)}`;
}

/** Each change by itself. */
const changed = ({ changes, at }: Facts, otherwise: string): string =>
  changes.length === 0
    ? otherwise
    : listText(
        changes.map((one) => changeText(one, at)),
        "; ",
      );

function submitted({ change, details, day }: Facts): string {
  const hours = change("hours");
  if (!isNumber(hours?.after)) return `Recorded ${day("date")} again, with the same hours`;
  const after = formatHours(hours.after);
  if (details.isResubmission === true) return `Resubmitted ${day("date")} with ${after}`;
  return isNumber(hours.before)
    ? `Corrected ${day("date")} from ${formatHours(hours.before)} to ${after}`
    : `Recorded ${after} for ${day("date")}`;
}

function decided({ after, days, at }: Facts): string {
  const dates = days("dates");
  const [count, which] = [said.days(dates.length), daysText(dates, at)];
  return after("status") === "rejected" ? `Rejected ${count}, ${which}` : `Approved ${count}, ${which}`;
}

const leave = ({ detail, at }: Facts) =>
  said.leave(
    detail("leaveType"),
    detail("dates").replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => dayText(day, at)),
  );
const month = ({ detail }: Facts) => formatDay(`${detail("month")}-01`, "month");
const revision = (facts: Facts) => `${month(facts)}, revision ${facts.count("revision")}`;
const holiday = ({ change, at }: Facts, side: "before" | "after") =>
  `${valueText(change("name")?.[side])} on ${shownIn(change("date")?.[side], at)}`;

function assigned({ change }: Facts): string {
  const manager = change("manager");
  return isMissing(manager?.after)
    ? `Removed ${valueText(manager?.before)} as manager`
    : `Assigned ${valueText(manager?.after)} as manager`;
}

function cancelled(facts: Facts): string {
  const { after, change, at } = facts;
  return after("status") === "cancelled"
    ? `Cancelled leave: ${leave(facts)}`
    : `Shortened ${facts.detail("leaveType")} to end on ${shownIn(change("endDate")?.after, at)}`;
}

/** All that the audit log records, by the names of the server (oversight.md 1.2). */
export type Action = AuditEntry["action"];

/** By the kinds of the API document: one without a sentence does not compile. */
const SENTENCES: Readonly<Record<Action, (facts: Facts) => string>> = {
  "account-changed": (facts) => changed(facts, "Changed the account"),
  "account-created": ({ after }) => `Created the account with the role ${valueText(after("role"))}`,
  "audit-pruned": ({ count }) => `Removed ${formatNumber(count("entries"))} old entries`,
  "backup-made": ({ count }) => `Backed up the data of ${formatNumber(count("people"))} people`,
  "backup-restored": ({ count }) => `Restored the data of ${formatNumber(count("people"))} people`,
  "block-toggled": ({ changes }) =>
    changes.at(0)?.after === true ? "Blocked the account" : "Unblocked the account",
  "break-glass-marked": () => "Marked the account for break-glass sign-in",
  "break-glass-unmarked": () => "No longer allowed break-glass sign-in to the account",
  "break-glass-used": () => "Signed in to a break-glass account",
  "day-frozen": ({ day }) => `Froze ${day("date")}, which had no entry`,
  "day-submitted": submitted,
  "day-unlocked": ({ day }) => `Unlocked ${day("date")}`,
  "days-accepted": (facts) => `Accepted days of ${month(facts)} as absent`,
  "days-decided": decided,
  "file-downloaded": ({ detail }) => `Downloaded ${detail("fileName")}`,
  "first-password-set": () => "Chose a password of their own",
  "holiday-added": (facts) => `Added the holiday ${holiday(facts, "after")}`,
  "holiday-changed": (facts) => changed(facts, "Changed a holiday"),
  "holiday-deleted": (facts) => `Deleted the holiday ${holiday(facts, "before")}`,
  "identity-linked": ({ detail }) => `Linked an account at ${detail("provider")}`,
  "identity-removed": ({ detail }) => `Removed the link to an account at ${detail("provider")}`,
  "import-applied": ({ count, detail }) =>
    `Imported ${detail("kind")}: ${count("create")} added, ${count("change")} changed, ${count("refuse")} refused`,
  "import-planned": ({ detail }) => `Planned an import of ${detail("kind")}`,
  "invitation-sent": () => "Sent an invitation",
  "leave-adjusted": ({ detail }) =>
    `Adjusted ${detail("leaveType")} of ${detail("year")} by ${detail("days")} days`,
  "leave-allocated": () => "Allocated leave",
  "leave-cancellation-asked": (facts) => `Asked to cancel leave: ${leave(facts)}`,
  "leave-cancelled": cancelled,
  "leave-decided": (facts) =>
    facts.after("status") === "rejected"
      ? `Rejected leave: ${leave(facts)}`
      : `Approved leave: ${leave(facts)}`,
  "leave-feed-ended": () => "Turned off a calendar link",
  "leave-feed-made": () => "Created a calendar link",
  "leave-kept": (facts) => `Kept leave as it was: ${leave(facts)}`,
  "leave-recounted": ({ count }) => said.recounted(count("requests")),
  "leave-requested": (facts) => `Asked for leave: ${leave(facts)}`,
  "leave-settled": () => "Settled leave that had lapsed or was carried over",
  "leave-type-added": ({ detail }) => `Added the leave type ${detail("leaveType")}`,
  "leave-type-changed": (facts) => changed(facts, `Changed the leave type ${facts.detail("leaveType")}`),
  "mail-choices-changed": () => "Changed which emails they get",
  "manager-assigned": assigned,
  "month-closed": (facts) => said.monthClosed(revision(facts), facts.count("employees")),
  "month-drifted": (facts) => said.monthDrifted(facts.count("differences"), revision(facts)),
  "month-exported": (facts) => `Exported ${revision(facts)}, as ${facts.detail("format").toUpperCase()}`,
  "month-reminded": (facts) => `Sent reminders about ${month(facts)}`,
  "month-reopened": (facts) => `Reopened ${revision(facts)}`,
  "month-told": (facts) => `Notified employees about ${revision(facts)}`,
  "notices-read": ({ count }) => said.noticesRead(count("count")),
  "open-positions-set": ({ after }) => `Set the open positions to ${valueText(after("value"))}`,
  "password-changed": () => "Changed their password",
  "password-reset": () => "Reset their password",
  "password-reset-for": () => "Reset the password",
  "people-invited": ({ count }) => said.peopleInvited(count("count")),
  "person-invited": () => "Had an invitation sent",
  "recovery-code-used": () => "Used a recovery code",
  "recovery-codes-made": () => "Created recovery codes",
  "reset-asked": () => "Asked for a link to reset a password",
  "reset-link-made": () => "Sent a link to reset the password",
  "resubmissions-viewed": ({ count }) => said.resubmissionsViewed(count("count")),
  "role-mapped": ({ detail }) => `Got the role ${detail("role")} from ${detail("provider")}`,
  "role-not-mapped": ({ detail }) => `Did not get the role ${detail("role")} from ${detail("provider")}`,
  "salary-set": ({ day }) => `Changed the salary as of ${day("from")}`,
  "second-factor-removed": () => "Turned off two-step sign-in",
  "second-factor-reset": () => "Reset two-step sign-in",
  "second-factor-set": () => "Set up two-step sign-in",
  "sessions-ended": () => "Ended all sessions",
  "setting-changed": ({ detail, details, change, day, at }) => {
    const { before, after } = change("value") ?? {};
    const now = shownIn(after, at);
    if (isMissing(before)) return `Set ${detail("key")} to ${now}`;
    const changed = `Changed ${detail("key")} from ${shownIn(before, at)} to ${now}`;
    return details.from === undefined ? changed : `${changed}, starting ${day("from")}`;
  },
  "sign-in-failed": ({ detail }) => `Failed to sign in: ${detail("outcome").replaceAll("-", " ")}`,
  "signed-in": ({ details: { by } }) => said.signedIn(by),
  "signed-out": () => "Signed out",
  "substitution-ended": ({ detail }) =>
    `Ended ${detail("substitute")}'s substitution for ${detail("manager")}`,
  "substitution-made": ({ detail, day }) =>
    `Named ${detail("substitute")} to stand in for ${detail("manager")}, ${day("from")} to ${day("to")}`,
  "team-released": ({ change }) => `Released the team of ${valueText(change("manager")?.before)}`,
  "unlock-declined": ({ day }) => `Declined the request to unlock ${day("date")}`,
  "unlock-expired": ({ day }) => `Let the request to unlock ${day("date")} expire`,
  "unlock-requested": ({ day }) => `Asked to unlock ${day("date")}`,
  "work-pattern-changed": ({ day }) => `Changed the work pattern as of ${day("from")}`,
};

export const ACTIONS = Object.keys(SENTENCES) as Action[];

const isKnown = (action: string): action is Action => Object.hasOwn(SENTENCES, action);

/** The sentence for an entry; null of a kind that this client does not know. */
export const sentenceOf = (entry: AuditEntry): string | null =>
  isKnown(entry.action) ? SENTENCES[entry.action](factsOf(entry)) : null;
