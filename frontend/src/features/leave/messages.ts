/** The sentences of the screens of leave. */
export const words = {
  requests: "My Requests",
  approvals: {
    tabs: { pending: "Pending", history: "History" },
    pages: "Pages of requests",
    columns: { employee: "Employee" },
    reject: "Reject",
    keep: "Keep Leave",
    rejection: { requests: (count: number) => (count === 1 ? "1 request" : `${count} requests`) },
    done: {
      approve: (count: number) => (count === 1 ? "Leave approved" : `${count} requests approved`),
      reject: (count: number) => (count === 1 ? "Leave rejected" : `${count} requests rejected`),
    },
    filters: {
      everybody: "All Employees",
      loading: "Loading employees...",
      none: "No employees found",
      statuses: {
        all: "All Status",
        pending: "Pending",
        approved: "Approved",
        rejected: "Rejected",
        cancelled: "Cancelled",
        "cancellation-asked": "Cancellation asked",
      },
    },
  },
} as const;
