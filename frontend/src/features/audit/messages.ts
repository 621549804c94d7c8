/** The sentences of the audit log. */
import { formatNumber } from "../../domain/format";

const entries = (count: number) => `${formatNumber(count)} ${count === 1 ? "entry" : "entries"}`;

export const words = {
  loading: "Loading audit logs...",
  clear: "Clear filters",
  /** Of what is not there. */
  nothing: "–",
  system: "System",
  sources: { portal: "Portal", job: "Job", command: "Command" },
  more: (count: number) => `and ${formatNumber(count)} more`,
  /** What was done, by kind. */
  sentences: {
    switched: (field: string, isOn: boolean) => `Turned ${field} ${isOn ? "on" : "off"}`,
    days: (count: number) => (count === 1 ? "1 day" : `${formatNumber(count)} days`),
    leave: (type: string, dates: string) => `${type}, ${dates}`,
    recounted: (count: number) =>
      count === 1
        ? "Recalculated 1 request for leave"
        : `Recalculated ${formatNumber(count)} requests for leave`,
    monthClosed: (month: string, count: number) =>
      `Closed ${month}, with ${formatNumber(count)} ${count === 1 ? "employee" : "employees"}`,
    monthDrifted: (count: number, month: string) =>
      `Found ${formatNumber(count)} ${count === 1 ? "difference" : "differences"} in ${month}`,
    /** Recorded where people sign in with more than a password. */
    signedIn: (by: unknown) => {
      if (typeof by !== "string") return "Signed in";
      return by === "password" ? "Signed in with a password" : `Signed in with ${by}`;
    },
    noticesRead: (count: number) => (count === 1 ? "Read 1 notice" : `Read ${formatNumber(count)} notices`),
    peopleInvited: (count: number) =>
      count === 1
        ? "Invited 1 person who had not signed in"
        : `Invited ${formatNumber(count)} people who had not signed in`,
    resubmissionsViewed: (count: number) =>
      count === 1 ? "Viewed 1 resubmitted day" : `Viewed ${formatNumber(count)} resubmitted days`,
  },
  filters: {
    action: "Action",
    by: "By",
    about: "About",
    anybody: "Anybody",
    loading: "Loading people...",
    none: "Nobody found",
  },
  seal: {
    sealed: (count: number, time: string) => `${entries(count)} sealed, the newest ${time}`,
    verifying: (checked: number, total: number) =>
      `Verifying ${formatNumber(checked)} of ${formatNumber(total)}...`,
    intact: (count: number) => `${entries(count)}, chain intact.`,
    broken: (position: number) => `The chain is broken at entry ${formatNumber(position)}.`,
  },
  download: "Download CSV",
  downloading: "Preparing...",
} as const;
