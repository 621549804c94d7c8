/** The sentences of Timesheet Notifications. */
export const words = {
  lead: "Your weeks as your manager sees them, newest first.",
  loading: "Loading notifications...",
  failed: "Failed to load notifications",
  none: "No timesheet notifications found.",
  firstWeek: "Once you have recorded a day, its week shows here with what your manager decides.",
  notices: {
    title: "What happened",
    older: "Show older",
    new: "New",
    view: "Mark as Viewed",
    viewAll: "Mark All as Viewed",
    viewed: (left: number) => (left > 0 ? `Marked as viewed, ${left} left` : "All marked as viewed"),
    viewFailed: "The notification could not be marked as viewed. Please try again.",
  },
  total: "Total ",
  fix: (isOpen: boolean) => (isOpen ? "Fix this day" : "Open this day"),
} as const;
