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
  lead: "Each card shows one employee's week. A decision covers the whole week.",
  loading: "Loading timesheets...",
  loadFailed: "Failed to load team timesheets",
  pages: "Pages of weeks",
  showing: (from: number, to: number, of: number) => `Showing ${from}-${to} of ${of}`,
  previous: "Prev",
  rows: "Rows per page",
  done: (name: string, outcome: string, left: number) => `Week of ${name} ${outcome}, ${left} left`,
  noMatch: "No timesheets match these filters",
  clear: "Clear filters",
  nothing: { title: "No timesheets found", line: "Your team has not recorded anything for these days yet." },
  showWaiting: "Show all waiting",
  allDecided: {
    title: "Nothing is waiting for approval",
    line: "Every day your team submitted has been decided. New ones will appear here.",
  },
  noEntry: "No entry",
  total: "Total",
  card: {
    approve: "Approve Week",
    reject: "Reject Week",
    view: "View Weekly Tasks",
    open: "Open Employee",
  },
  filters: {
    title: "Filters",
    range: "Date range",
    ranges: {
      "this-week": "This Week",
      "last-week": "Last Week",
      "this-month": "This Month",
      waiting: "All Waiting",
    },
    employee: "Employee",
    everybody: "All Employees",
    selected: "Selected employee",
    status: "Status",
    statuses: { all: "All Status", pending: "Pending", approved: "Approved", rejected: "Rejected" },
  },
  rejection: {
    title: "Reject Week",
    reject: "Reject",
    hint: (name: string) => `${name} will see this next to each rejected day.`,
  },
  tasks: { title: "Weekly Tasks", close: "Close" },
  keys: {
    title: "Keys:",
    list: [
      ["J", ""],
      ["K", "next and previous week,"],
      ["A", "approve,"],
      ["R", "reject,"],
      ["V", "view tasks,"],
      ["E", "open employee."],
    ],
  },
  undo: "Undo",
  approving: (count: number) => `Approving ${weeks(count)}`,
  decided: (count: number, outcome: string) =>
    count === 1 ? `Week ${outcome}` : `${weeks(count)} ${outcome}`,
  failed: (count: number, outcome: string) =>
    count === 1
      ? `The week could not be ${outcome}. Please try again.`
      : `The weeks could not be ${outcome}. Please try again.`,
  remarks: "Worth a look",
  clean: {
    label: "Weeks without remarks",
    approve: "Approve clean weeks",
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
