/** The words of System Reports. */
import { formatNumber } from "../../domain/format";

const PEOPLE = ["person", "people"] as const;

/** What each check counts, one and several of it, by the server's name of the check. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  "without-manager": PEOPLE,
  "blocked-managers": PEOPLE,
  "without-department": PEOPLE,
  "temporary-passwords": PEOPLE,
  "long-waiting": ["entry", "entries"],
  "mails-given-up": ["mail", "mails"],
  jobs: ["job", "jobs"],
  "drifted-months": ["month", "months"],
  "audit-breaks": ["break", "breaks"],
};

export const said = {
  tabs: {
    label: "System Reports",
    users: "Users",
    activity: "Activity",
    approvals: "Approvals",
    jobs: "Jobs and mail",
    health: "Data health",
  },
  users: {
    chart: "Accounts by role",
    table: "Accounts",
    role: "Role",
    accounts: "Accounts",
    active: "Active",
    blocked: "Blocked",
    inactive: "Inactive",
    never: "Never Signed In",
    notLately: "No Sign-in for 30 Days",
    temporary: (count: number) => {
      if (count === 0) return "No account has a temporary password.";
      return count === 1
        ? "1 account still has a temporary password."
        : `${formatNumber(count)} accounts still have a temporary password.`;
    },
  },
  activity: {
    signIns: "Sign-ins",
    successful: "Successful",
    failed: "Failed",
    entries: "Entries",
    recorded: "Recorded",
    decided: "Decided",
    date: "Date",
    table: "Activity of the last 30 days",
  },
  approvals: {
    table: "Approvals by manager",
    pages: "Pages of managers",
    manager: "Manager",
    team: "Team",
    oldest: "Oldest",
    leaveWaiting: "Leave Waiting",
    substitute: "Substitute",
    nobody: (count: number) =>
      count === 1
        ? "1 entry has been waiting without a manager who can act since"
        : `${formatNumber(count)} entries are waiting without a manager who can act, the oldest since`,
  },
  jobs: {
    title: "Jobs",
    table: "Jobs",
    job: "Job",
    lastRun: "Last Run",
    duration: "Duration",
    result: "Result",
    nextRun: "Next Run",
    ok: "OK",
    failed: "Failed",
    late: "Late",
    notYet: "Not run yet",
    always: "Always",
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
  },
  mail: {
    title: "Mail",
    table: "Mails that have not been sent",
    waiting: "Waiting",
    givenUp: "Given Up",
    sentLastDay: "Sent in the Last Day",
    oldest: "Oldest Waiting",
    kind: "Kind",
    to: "To",
    since: "Since",
    attempts: "Attempts",
    next: "Next Attempt",
    lastError: "Last Error",
    none: "Every mail has been sent",
  },
  backup: {
    title: "Backup",
    last: "Last backup",
    none: "There is no backup yet.",
    how: "Make one on the server with",
  },
  health: {
    nothing: "Nothing found",
    found: (check: string, count: number) => {
      const [one, several] = COUNTED[check] ?? ["found", "found"];
      return `${formatNumber(count)} ${count === 1 ? one : several}`;
    },
    more: (count: number) => `and ${formatNumber(count)} more`,
    fix: "Fix",
  },
} as const;
