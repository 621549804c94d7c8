/** The sentences of Resubmitted Timesheets. */
export const words = {
  lead: "Rejected days that came back corrected.",
  reminders: "Reminders",
  loading: "Loading notifications...",
  failed: "Failed to load notifications",
  none: "No resubmitted timesheets to review",
  noneLine: "When somebody corrects a rejected day, it shows here with what was changed.",
  view: "Mark as Viewed",
  viewAll: "Mark All as Viewed",
  viewed: (left: number) => (left > 0 ? `Marked as viewed, ${left} left` : "All marked as viewed"),
  viewFailed: "The notification could not be marked as viewed. Please try again.",
  pending: "Pending Review",
  hours: "Hours",
  description: "Description",
  comment: "Comment",
  review: "Review this week",
  reviewOf: (name: string) => ` of ${name}`,
  resubmitted: "Resubmitted ",
  /** What changed, for people who listen. */
  change: {
    none: "unchanged",
    was: "was ",
    now: ", now ",
    removed: "[removed: ",
    added: "[added: ",
    end: "]",
  },
} as const;
