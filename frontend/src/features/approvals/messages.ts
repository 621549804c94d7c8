/** The words of the approvals. */
import type { RemarkKind } from "./model";

const weeks = (count: number) => (count === 1 ? "1 week" : `${count} weeks`);

const kinds: Record<RemarkKind, string> = {
  "long-day": "a long day",
  "short-day": "a short day",
  "unlock-used": "an unlock",
  "same-text": "the same description every day",
  "holiday-worked": "work on a holiday",
  "day-off-worked": "work on a day off",
  "day-missing": "a missing day",
  "day-rejected": "a rejected day",
};

export const words = {
  loading: "Loading timesheets...",
  nothing: { title: "No timesheets found", line: "Your team has not recorded anything for these days yet." },
  allDecided: {
    title: "Nothing is waiting for approval",
    line: "Every day your team submitted has been decided. New ones will appear here.",
  },
  noEntry: "No entry",
  total: "Total",
  filters: {
    ranges: {
      "this-week": "This Week",
      "last-week": "Last Week",
      "this-month": "This Month",
      waiting: "All Waiting",
    },
    statuses: { all: "All Status", pending: "Pending", approved: "Approved", rejected: "Rejected" },
  },
  keys: {
    list: [
      ["J", ""],
      ["K", "next and previous week,"],
      ["A", "approve,"],
      ["R", "reject,"],
      ["V", "view tasks,"],
      ["E", "open employee."],
    ],
  },
  approving: (count: number) => `Approving ${weeks(count)}`,
  decided: (count: number, outcome: string) =>
    count === 1 ? `Week ${outcome}` : `${weeks(count)} ${outcome}`,
  failed: (count: number, outcome: string) =>
    count === 1
      ? `The week could not be ${outcome}. Please try again.`
      : `The weeks could not be ${outcome}. Please try again.`,
  clean: {
    /** Of the weeks shown that wait, how many have nothing unusual about them. */
    count: (clean: number, waiting: number) =>
      waiting === 1 && clean === 1
        ? "There is nothing unusual about the week waiting here."
        : `${clean} of the ${weeks(waiting)} waiting here ${clean === 1 ? "shows" : "show"} nothing unusual.`,
    remain: (count: number, reasons: readonly (readonly [RemarkKind, number])[]) =>
      count === 1
        ? `1 week remains, with ${reasons.map(([kind]) => kinds[kind]).join(" and ")}.`
        : `${weeks(count)} remain: ${reasons.map(([kind, times]) => `${times} with ${kinds[kind]}`).join(", ")}.`,
  },
};
