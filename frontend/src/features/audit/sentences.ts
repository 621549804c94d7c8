/** What was done, as a person would say it. Each field stands in what an entry opens to. */
import { formatDay, formatSpan, parseDay } from "../../domain/day";
import { formatHours, formatNumber } from "../../domain/format";
import type { Action } from "./actions";
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
  if (isMasked) return said.changed(name);
  if (field === "isActive") return after === true ? said.activated : said.deactivated;
  if (typeof after === "boolean") return said.switched(name, after);
  if (isMissing(before)) return said.set(name, shownIn(after, at));
  if (isMissing(after)) return said.removed(name, shownIn(before, at));
  return said.moved(name, shownIn(before, at), shownIn(after, at));
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
  if (!isNumber(hours?.after)) return said.recordedAgain(day("date"));
  const after = formatHours(hours.after);
  if (details.isResubmission === true) return said.resubmitted(after, day("date"));
  return isNumber(hours.before)
    ? said.corrected(day("date"), formatHours(hours.before), after)
    : said.recorded(after, day("date"));
}

function decided({ after, days, at }: Facts): string {
  const dates = days("dates");
  const [count, which] = [said.days(dates.length), daysText(dates, at)];
  return after("status") === "rejected" ? said.rejected(count, which) : said.approved(count, which);
}

const leave = ({ detail, at }: Facts) =>
  said.leave(
    detail("leaveType"),
    detail("dates").replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => dayText(day, at)),
  );
const month = ({ detail }: Facts) => formatDay(`${detail("month")}-01`, "month");
const revision = (facts: Facts) => said.revision(month(facts), facts.count("revision"));
const holiday = ({ change, at }: Facts, side: "before" | "after") =>
  said.holiday(valueText(change("name")?.[side]), shownIn(change("date")?.[side], at));

function assigned({ change }: Facts): string {
  const manager = change("manager");
  return isMissing(manager?.after)
    ? said.managerRemoved(valueText(manager?.before))
    : said.managerAssigned(valueText(manager?.after));
}

function cancelled(facts: Facts): string {
  const { after, change, at } = facts;
  return after("status") === "cancelled"
    ? said.cancelled(leave(facts))
    : said.shortened(facts.detail("leaveType"), shownIn(change("endDate")?.after, at));
}

const SENTENCES: Readonly<Record<Action, (facts: Facts) => string>> = {
  "account-changed": (facts) => changed(facts, said.accountChanged),
  "account-created": ({ after }) => said.accountCreated(valueText(after("role"))),
  "audit-pruned": ({ count }) => said.pruned(formatNumber(count("entries"))),
  "backup-made": ({ count }) => said.backupMade(formatNumber(count("people"))),
  "backup-restored": ({ count }) => said.backupRestored(formatNumber(count("people"))),
  "block-toggled": ({ changes }) => (changes.at(0)?.after === true ? said.blocked : said.unblocked),
  "day-frozen": ({ day }) => said.frozen(day("date")),
  "day-submitted": submitted,
  "day-unlocked": ({ day }) => said.unlocked(day("date")),
  "days-accepted": (facts) => said.accepted(month(facts)),
  "days-decided": decided,
  "file-downloaded": ({ detail }) => said.downloaded(detail("fileName")),
  "first-password-set": () => said.firstPassword,
  "holiday-added": (facts) => said.holidayAdded(holiday(facts, "after")),
  "holiday-changed": (facts) => changed(facts, said.holidayChanged),
  "holiday-deleted": (facts) => said.holidayDeleted(holiday(facts, "before")),
  "leave-adjusted": ({ detail }) => said.adjusted(detail("leaveType"), detail("year"), detail("days")),
  "leave-allocated": () => said.allocated,
  "leave-cancellation-asked": (facts) => said.cancellationAsked(leave(facts)),
  "leave-cancelled": cancelled,
  "leave-decided": (facts) =>
    facts.after("status") === "rejected"
      ? said.leaveRejected(leave(facts))
      : said.leaveApproved(leave(facts)),
  "leave-feed-ended": () => said.feedEnded,
  "leave-feed-made": () => said.feedMade,
  "leave-kept": (facts) => said.leaveKept(leave(facts)),
  "leave-recounted": ({ count }) => said.recounted(count("requests")),
  "leave-requested": (facts) => said.leaveRequested(leave(facts)),
  "leave-settled": () => said.settled,
  "leave-type-added": ({ detail }) => said.typeAdded(detail("leaveType")),
  "leave-type-changed": (facts) => changed(facts, said.typeChanged(facts.detail("leaveType"))),
  "mail-choices-changed": () => said.mailChoices,
  "manager-assigned": assigned,
  "month-closed": (facts) => said.monthClosed(revision(facts), facts.count("employees")),
  "month-drifted": (facts) => said.monthDrifted(facts.count("differences"), revision(facts)),
  "month-exported": (facts) => said.monthExported(revision(facts), facts.detail("format").toUpperCase()),
  "month-reminded": (facts) => said.monthReminded(month(facts)),
  "month-reopened": (facts) => said.monthReopened(revision(facts)),
  "month-told": (facts) => said.monthTold(revision(facts)),
  "notices-read": ({ count }) => said.noticesRead(count("count")),
  "open-positions-set": ({ after }) => said.openPositions(valueText(after("value"))),
  "password-changed": () => said.passwordChanged,
  "password-reset": () => said.passwordReset,
  "reset-asked": () => said.resetAsked,
  "reset-link-made": () => said.resetLink,
  "resubmissions-viewed": ({ count }) => said.resubmissionsViewed(count("count")),
  "salary-set": ({ day }) => said.salarySet(day("from")),
  "setting-changed": ({ detail, details, change, day, at }) => {
    const { before, after } = change("value") ?? {};
    const now = shownIn(after, at);
    if (isMissing(before)) return said.settingMade(detail("key"), now);
    const changed = said.settingChanged(detail("key"), shownIn(before, at), now);
    return details.from === undefined ? changed : said.starting(changed, day("from"));
  },
  "sign-in-failed": ({ detail }) => said.signInFailed(detail("outcome").replaceAll("-", " ")),
  "signed-in": () => said.signedIn,
  "signed-out": () => said.signedOut,
  "substitution-ended": ({ detail }) => said.substitutionEnded(detail("substitute"), detail("manager")),
  "substitution-made": ({ detail, day }) =>
    said.substitutionMade(detail("substitute"), detail("manager"), day("from"), day("to")),
  "team-released": ({ change }) => said.teamReleased(valueText(change("manager")?.before)),
  "unlock-declined": ({ day }) => said.unlockDeclined(day("date")),
  "unlock-expired": ({ day }) => said.unlockExpired(day("date")),
  "unlock-requested": ({ day }) => said.unlockRequested(day("date")),
  "work-pattern-changed": ({ day }) => said.patternChanged(day("from")),
};

const isKnown = (action: string): action is Action => Object.hasOwn(SENTENCES, action);

/** The sentence for an entry; null of a kind that this client does not know. */
export const sentenceOf = (entry: AuditEntry): string | null =>
  isKnown(entry.action) ? SENTENCES[entry.action](factsOf(entry)) : null;
