/** How leave is written on a screen. What counts, what is left and what may be done about a request, the server says. */
import { formatDay, formatSpan, parseDay } from "../domain/day";
import { fullName } from "../domain/people";
import type { Schemas } from "../domain/types";
import { words } from "./messages";

export type LeaveRequest = Schemas["LeaveRequest"];
export type LeaveBalance = Schemas["LeaveBalance"];
export type LeaveType = Schemas["LeaveType"];
type Step = Schemas["LeaveHistory"];
type Days = Pick<LeaveRequest, "startDate" | "endDate">;
type Period = Days & Pick<LeaveRequest, "startPart" | "endPart">;

const said = words.requests;

/** "Jul 6 – 28, 2026", or the one day. */
export function periodText({ startDate, endDate }: Days): string {
  const [first, last] = [parseDay(startDate), parseDay(endDate)];
  if (!first || !last || first.compare(last) === 0) return formatDay(startDate, "dated");
  return formatSpan(first, last, "dated");
}

/** "afternoon", or "from noon, until noon"; blank where all days are whole. */
export function partsText({ startDate, startPart, endDate, endPart }: Period): string {
  if (startDate === endDate) return said.part[startPart];
  return [startPart === "afternoon" && "from noon", endPart === "morning" && "until noon"]
    .filter(Boolean)
    .join(", ");
}

/** What a cancellation that is asked for would give up. */
export const givenUpText = ({ askedLastDay }: Pick<LeaveRequest, "askedLastDay">): string =>
  askedLastDay === null ? "The whole leave" : `The days after ${formatDay(askedLastDay, "dated")}`;

export const stepText = ({ what, by, onBehalfOf }: Step) =>
  `${said.steps[what]} ${said.by(by ? fullName(by) : "the portal", onBehalfOf && fullName(onBehalfOf))}`;

/** "+2.5", or "−1" with the sign that stands as high as the plus. */
export const signed = (days: number): string => (days < 0 ? `−${-days}` : `+${days}`);

/** What is given up may be approved leave that has begun: then somebody decides. Days that are still to come go at once. */
export const isAsked = ({ mayCancel }: LeaveRequest, lastDay: string | null, today: string): boolean =>
  mayCancel === "ask" && (lastDay === null || lastDay < today);

/** The days that can be the last one of leave that is shortened; nothing where it is of one day. */
export function lastDaysOf({ startDate, endDate }: Days): { earliest: string; latest: string } | null {
  const last = parseDay(endDate);
  if (!last || startDate === endDate) return null;
  return { earliest: startDate, latest: last.subtract({ days: 1 }).toString() };
}

const LIVE: ReadonlySet<LeaveRequest["status"]> = new Set(["pending", "approved", "cancellation-asked"]);

/** The next leave that is not over, soonest first. Leave over the turn of a year is an answer of both years. */
export function upcoming(requests: readonly LeaveRequest[], today: string, count: number): LeaveRequest[] {
  const live = requests.filter(({ status, endDate }) => LIVE.has(status) && endDate >= today);
  return [...new Map(live.map((request) => [request._id, request])).values()]
    .sort((one, other) => one.startDate.localeCompare(other.startDate))
    .slice(0, count);
}
