/** The words of an entry's history. */
export const words = {
  title: "History",
  loading: "Loading history...",
  what: {
    submitted: "Submitted",
    corrected: "Corrected",
    resubmitted: "Resubmitted",
    approved: "Approved",
    rejected: "Rejected",
  },
} as const;
