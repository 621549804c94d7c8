/** The sentences of Timesheet Notifications. */
export const words = {
  lead: "Your weeks as your manager sees them, newest first.",
  loading: "Loading notifications...",
  failed: "Failed to load notifications",
  none: "No timesheet notifications found.",
  firstWeek: "Once you have recorded a day, its week will appear here with your manager's decision.",
  fill: "Fill your first timesheet",
  notices: "Notices",
  total: "Total ",
  fix: (isOpen: boolean) => (isOpen ? "Fix this day" : "Open this day"),
} as const;
