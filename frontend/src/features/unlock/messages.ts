/** The sentences of Timesheet Unlock. */
export const words = {
  employee: { loading: "Loading employees...", none: "No employees found" },
  date: { today: "today" },
  failedWhy: "Failed to unlock timesheet",
  requests: {
    title: "Requests",
    entry: { pending: "Pending entry", rejected: "Rejected entry", approved: "Approved entry" },
    approve: "Approve",
    decline: { decline: "Decline", failed: "Failed to decline the request" },
  },
} as const;
