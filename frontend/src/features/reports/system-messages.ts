/** The words of System Reports. */
import { formatNumber } from "../../domain/format";

const entries = (count: number) => `${formatNumber(count)} ${count === 1 ? "entry waits" : "entries wait"}`;

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
    temporary: (count: number) =>
      count === 1
        ? "1 account still has a temporary password."
        : `${formatNumber(count)} accounts still have a temporary password.`,
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
    nobody: (count: number) => `${entries(count)} without a manager who can act, the oldest since`,
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
  backup: { title: "Backup", last: "Last backup", none: "There is no backup yet." },
  health: {
    nothing: "Nothing found",
    found: (count: number) => `${formatNumber(count)} found`,
    more: (count: number) => `and ${formatNumber(count)} more`,
    fix: "Fix",
  },
} as const;
