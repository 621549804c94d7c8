/** The words of the start pages. */
export const words = {
  loading: "Loading dashboard...",
  failed: "Failed to load the dashboard",
  withoutManager: "Employees Without a Manager",
  withoutManagerNote: "nobody can decide on their days",
  unlockRequests: "Unlock Requests",
  unlockRequestsNote: "waiting for you",
  onLeaveToday: "On Leave Today",
  welcome: (name: string) => `Welcome, ${name}!`,
  employee: { thisMonth: "timesheets this month", holidays: "Upcoming Holidays" },
  manager: {
    review: "Review Timesheets",
    older: (count: number) =>
      `${count} ${count === 1 ? "entry" : "entries"} from before this month ${count === 1 ? "is" : "are"} waiting`,
  },
  waiting: {
    /** From the present week on; the last stands for all that are older. */
    ages: ["This week", "Last week", "2 weeks", "3 weeks", "Older"],
  },
  admin: {
    missing: {
      title: "Employees with Missing Timesheets",
      lead: "Days frozen in the last 30 days, neither filled in nor unlocked",
      empty: "All employees have submitted their timesheets",
      failed: "Failed to load missing timesheets",
      pages: "Pages of employees with missing timesheets",
    },
    missingDays: (days: number, last: string) => `${days} ${days === 1 ? "day" : "days"}, last ${last}`,
    latest: {
      title: "Recent Timesheet Activity",
      lead: "The newest entries, at most 100",
      empty: "No recent timesheet activity",
      failed: "Failed to load recent timesheet activity",
      pages: "Pages of recent timesheet activity",
    },
  },
  hr: {
    cards: [
      {
        to: "employees",
        title: "Employee Management",
        text: "Look after accounts, departments and managers.",
      },
      { to: "payroll", title: "Payroll Processing", text: "Pay for the days that were worked." },
    ],
  },
  openPositions: { label: "Open Positions" },
} as const;
