/** The screens that are named and linked but not built yet: what each is called, and what will be there. */
export type PlannedScreen = { readonly title: string; readonly line: string };

export const planned = {
  leave: { title: "Leave", line: "You will ask for leave here and see what was decided." },
  leaveApprovals: {
    title: "Leave Approvals",
    line: "Requests for leave from your team will wait for your decision here.",
  },
  payroll: { title: "Payroll Processing", line: "We will respond shortly!" },
  hrSettings: { title: "HR Settings", line: "The settings of HR will be kept here." },
  systemReports: { title: "System Reports", line: "Reports on the whole portal will stand here." },
  auditLogs: { title: "Audit Logs", line: "Who did what, and when, will be recorded here." },
  systemSettings: { title: "System Settings", line: "The settings of the portal will be kept here." },
} as const satisfies Record<string, PlannedScreen>;
