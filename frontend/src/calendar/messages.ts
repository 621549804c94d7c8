/** The words of a month with timesheets. */
export const words = { recorded: "Recorded this month", saving: "Saving..." } as const;
