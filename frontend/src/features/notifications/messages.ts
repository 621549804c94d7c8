/** The sentences of Timesheet Notifications. */
export const words = {
  firstWeek: "Once you have recorded a day, its week will appear here with your manager's decision.",
  fix: (isOpen: boolean) => (isOpen ? "Fix this day" : "Open this day"),
} as const;
