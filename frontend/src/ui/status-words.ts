/** The word for each state. */
export const statusWords = {
  approved: "Approved",
  pending: "Pending",
  rejected: "Rejected",
  "partially-rejected": "Partially rejected",
  unlocked: "Approved unlock",
  holiday: "Holiday",
  "day-off": "Day off",
  weekend: "Weekend",
  today: "Today",
  past: "Past date",
  frozen: "Frozen",
  closed: "Closed",
  future: "Not yet",
  "before-joining": "Before joining",
  none: "No entries",
  viewed: "Viewed",
  blocked: "Blocked",
  inactive: "Inactive",
  good: "Good",
  "needs-attention": "Needs Attention",
  planned: "Planned",
  running: "Running",
  over: "Over",
  ended: "Ended",
  leave: "Leave",
  "leave-pending": "Leave",
  cancelled: "Cancelled",
  "cancellation-asked": "Cancellation asked",
} as const;

/** The mark of leave, dashed as long as nobody has decided. */
export const leaveMark = ({ status }: { readonly status: string }): "leave" | "leave-pending" =>
  status === "pending" ? "leave-pending" : "leave";
