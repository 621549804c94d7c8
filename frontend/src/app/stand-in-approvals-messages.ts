/** The sentences of Timesheet Approvals for those who stand in for a manager. */
export const words = {
  nobody: "You are not standing in for anyone at the moment.",
  nobodyLine: "Once you are named as a manager's substitute, what waits in that team will appear here.",
  substitutes: "Go to the substitutes",
  tabs: {
    label: "Waiting for approval",
    timesheets: "Timesheets",
    resubmitted: "Resubmitted",
    leave: "Leave",
  },
} as const;
