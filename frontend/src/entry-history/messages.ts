/** The words of an entry's history. */
export const words = {
  title: "History",
  of: (date: string) => `History of ${date}`,
  close: "Close",
  loading: "Loading history...",
  failed: "Failed to load the history",
  what: {
    submitted: "Submitted",
    corrected: "Corrected",
    resubmitted: "Resubmitted",
    approved: "Approved",
    rejected: "Rejected",
  },
  standIn: (name: string, manager: string) => `${name} for ${manager}`,
  hours: "Hours",
  description: "Description",
  comment: "Comment",
} as const;
