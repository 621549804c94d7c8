/** The words that the components say of themselves. The sign-in loads them, so they stay few. */
export const words = {
  close: "Close",
  messages: "Messages",
  dismiss: "Dismiss",
  retry: "Retry",
  question: { lost: "What you wrote will be lost.", keep: "Keep Writing", discard: "Discard" },
  leaving: {
    title: "You have changes that are not saved.",
    lost: "They will be lost if you leave this page.",
    stay: "Stay",
    leave: "Leave",
  },
  numbers: (areShown: boolean) => (areShown ? "Hide the numbers" : "Show the numbers"),
  copy: { copied: "Copied", byHand: "Press Ctrl+C to copy" },
  password: { show: "Show password", hide: "Hide password", capsLock: "Caps Lock is on." },
  month: { previous: "Previous month", next: "Next month" },
  range: { first: "Choose the first day.", last: (from: string) => `From ${from}. Choose the last day.` },
  select: { one: "Select", all: "Select all" },
} as const;
