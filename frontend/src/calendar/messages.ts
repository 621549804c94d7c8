/** The words of a month with timesheets. */
export const words = {
  recorded: "Recorded this month",
  saving: "Saving...",
  part: { morning: "morning", afternoon: "afternoon" },
  pendingLeave: "Leave, pending",
} as const;
