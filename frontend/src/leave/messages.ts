/** The sentences about leave. */
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const words = {
  loading: "Loading leave...",
  failed: "Failed to load leave",
  changeFailed: "The leave could not be changed. Please try again.",
  noLimit: "No limit",
  days,
  year: "Year",
  choose: "Please choose",
  balance: {
    left: (count: number) => `${days(count)} left`,
    entitlement: "Entitlement",
    carriedOver: "Carried Over",
    taken: "Taken",
    planned: "Planned",
    pending: "Pending",
    lapsed: "Lapsed",
    leftHead: "Left",
    lapse: (count: number, date: string) =>
      `${days(count)} ${count === 1 ? "lapses" : "lapse"} after ${date}`,
  },
  details: {
    kinds: {
      allocation: "Entitlement",
      "carry-over": "Carry-over",
      expiry: "Lapsed",
      adjustment: "Adjustment",
      opening: "Opening balance",
      usage: "Leave",
      reversal: "Given back",
    },
  },
  form: {
    parts: { full: "Full day", morning: "Morning", afternoon: "Afternoon" },
    preview: "Days Needed",
    counts: (count: number, part: "full" | "morning" | "afternoon") =>
      part === "full" ? days(count) : `${days(count)}, ${part}`,
    inYear: (total: number, year: number, left: number | null) =>
      left === null
        ? `${days(total)} in ${year}, no limit`
        : `${days(total)} in ${year}, ${left} left after that`,
  },
  requests: {
    cancel: "Cancel",
    about: (action: string, what: string) => `${action}: ${what}`,
    part: { full: "", morning: "morning", afternoon: "afternoon" },
    by: (who: string, forWhom: string | null) =>
      forWhom === null ? `by ${who}` : `by ${who} for ${forWhom}`,
    steps: {
      asked: "Requested",
      recorded: "Recorded",
      approved: "Approved",
      rejected: "Rejected",
      "cancellation-asked": "Cancellation asked",
      kept: "Not cancelled",
      shortened: "Shortened",
      cancelled: "Cancelled",
      recounted: "Counted anew",
    },
  },
  cancel: { close: "Close" },
  person: {
    balances: "Balances",
    requests: "Requests",
    adjust: "Adjust Balance",
    record: "Record Leave",
    cancel: "Cancel",
  },
} as const;
