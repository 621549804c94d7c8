/** The words of a month with timesheets. */
export const words = {
  recorded: "Recorded this month",
  saving: "Saving...",
  part: { morning: "morning", afternoon: "afternoon" },
  leave: "Leave",
  pendingLeave: "Leave, pending",
  closed: (revision: number, date: string) => `Revision ${revision}, closed on ${date}`,
} as const;
