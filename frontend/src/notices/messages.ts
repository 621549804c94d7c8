/** The words of notices. */
export const words = {
  failed: "Failed to load notifications",
  older: "Show older",
  new: "New",
  view: "Mark as Viewed",
  viewAll: "Mark All as Viewed",
  of: (title: string) => `: ${title}`,
  viewed: (left: number) => (left > 0 ? `Marked as viewed, ${left} left` : "All marked as viewed"),
  viewFailed: "The notification could not be marked as viewed. Please try again.",
} as const;
