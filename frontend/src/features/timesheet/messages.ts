/** The sentences of Enhanced Timesheet. */
export const words = {
  loading: "Loading timesheets...",
  outside: (day: string, first: string, last: string) =>
    `${day} cannot be shown: your calendar runs from ${first} to ${last}.`,
  entry: { title: "Time Entry", failed: "Failed to save timesheet" },
  ask: { failed: "Failed to send the request" },
  waits: {
    manager: (until: string) => ` It waits for your manager until ${until}.`,
    hr: (until: string) => ` It waits for HR until ${until}.`,
    admin: (until: string) => ` It waits for an administrator until ${until}.`,
  },
  statements: { title: "Monthly Statements", download: "Download Receipt" },
} as const;
