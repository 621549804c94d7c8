/** The words of System Reports. */
import { formatNumber } from "../../domain/format";

const PEOPLE = ["person", "people"] as const;

/** What each check counts, one and several of it, by the server's name of the check. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  "without-manager": PEOPLE,
  "blocked-managers": PEOPLE,
  "without-department": PEOPLE,
  "without-joining-date": PEOPLE,
  "temporary-passwords": PEOPLE,
  "long-waiting": ["entry", "entries"],
  "mails-given-up": ["mail", "mails"],
  jobs: ["job", "jobs"],
  "drifted-months": ["month", "months"],
  "audit-breaks": ["break", "breaks"],
};

export const said = {
  users: {
    role: "Role",
    active: "Active",
    blocked: "Blocked",
    inactive: "Inactive",
    temporary: (count: number) => {
      if (count === 0) return "No account has a temporary password.";
      return count === 1
        ? "1 account still has a temporary password."
        : `${formatNumber(count)} accounts still have a temporary password.`;
    },
  },
  activity: { signIns: "Sign-ins", failed: "Failed", recorded: "Recorded", decided: "Decided", date: "Date" },
  approvals: {
    nobody: (count: number) =>
      count === 1
        ? "1 entry has been waiting without a manager who can act since"
        : `${formatNumber(count)} entries are waiting without a manager who can act, the oldest since`,
  },
  mail: { givenUp: "Given Up" },
  health: {
    found: (check: string, count: number) => {
      const [one, several] = COUNTED[check] ?? ["found", "found"];
      return `${formatNumber(count)} ${count === 1 ? one : several}`;
    },
    more: (count: number) => `and ${formatNumber(count)} more`,
  },
} as const;
