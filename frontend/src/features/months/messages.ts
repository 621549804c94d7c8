/** The sentences of Payroll Processing. */
const employees = (count: number) => (count === 1 ? "1 employee" : `${count} employees`);
const are = (count: number) => `${employees(count)} ${count === 1 ? "is" : "are"}`;
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

export const words = {
  loading: "Loading months...",
  failed: "Failed to load months. Please try again.",
  /** Of a figure that is not there. */
  none: "–",
  allMonths: "All Months",
  month: "Month",
  revision: "Revision",
  revisionOf: (revision: number) => `Revision ${revision}`,
  states: {
    inProgress: "In Progress",
    open: "Open",
    closing: "Closing",
    closed: "Closed",
    reopened: "Reopened",
  },
  employees: "Employees",
  employee: "Employee",
  differences: (count: number) => (count === 1 ? "1 difference" : `${count} differences`),
  reason: "Reason",
  check: {
    title: "Check a Checksum",
    lead: "Paste a checksum, or choose a file that was exported here.",
    checksum: "Checksum",
    file: "CSV File",
    check: "Check",
    checking: "Checking...",
    current: (revision: number, month: string) =>
      `This is revision ${revision} of ${month}, the current one.`,
    superseded: (revision: number, month: string) =>
      `This is revision ${revision} of ${month}. It is no longer current.`,
    changed: (revision: number, month: string) =>
      `The file names revision ${revision} of ${month}, but it has been changed.`,
    unknown: "No closed month has this checksum.",
    failed: "Failed to check. Please try again.",
  },
  open: {
    blockers: {
      all: "All",
      pendingEntries: "Pending Entries",
      rejectedEntries: "Rejected Entries",
      frozenDays: "Frozen Days",
      pendingLeave: "Pending Leave",
      nobodyCanDecide: "Nobody Can Decide",
    },
    search: "Search employees",
    leave: (count: number) => (count === 1 ? "1 leave request" : `${count} leave requests`),
    remindedOf: { manager: "Manager", employee: "Employee" },
    remind: { manager: "Remind Managers", employee: "Remind Employees" },
    told: (count: number) => `${people(count)} reminded`,
    unreachable: (count: number) => `There is nobody to remind for ${employees(count)}.`,
    accept: "Accept as Absent",
    close: "Close Month",
  },
  accept: { accepted: (count: number) => `${days(count)} accepted as absent`, failed: "Failed to accept" },
  close: {
    employees,
    missingDays: (count: number) =>
      `${days(count)} without an entry ${count === 1 ? "counts" : "count"} as absent.`,
    missingSalary: (count: number) =>
      `${employees(count)} ${count === 1 ? "has" : "have"} no salary. Their amounts stay empty.`,
    notReady: (count: number) =>
      `${are(count)} not ready. What is open counts as it stands, and nobody can change it while the month is closed.`,
    closing: "Closing...",
    failed: "Failed to close the month. Please try again.",
  },
  shut: {
    closed: "Closed",
    withBlocked: (count: number, reason: string) => `Closed with ${employees(count)} not ready: ${reason}`,
    revisions: "Revisions",
    reopen: "Reopen Month",
    reopenFailed: "Failed to reopen the month. Please try again.",
    onlyAdmin: (date: string) => `Exported on ${date}. Only an administrator can reopen this month.`,
  },
  compared: {
    loading: "Loading differences...",
    kinds: { added: "Added", removed: "Removed", changed: "Changed", unchanged: "Unchanged" },
    totals: "Totals",
  },
  payroll: {
    loading: "Loading payroll...",
    failed: "Failed to load payroll",
    search: "Search employees",
    export: { csv: "Export CSV", pdf: "Export PDF" },
    tiles: {
      employees: "Employees",
      payableDays: "Payable Days",
      monthlyBase: "Total Base",
      grossPay: "Total Gross",
      missingSalary: "Missing Salary",
    },
    columns: {
      employeeId: "Employee ID",
      name: "Name",
      department: "Department",
      workingDays: "Working Days",
      payableDays: "Payable Days",
      paidLeave: "Paid Leave",
      unpaidLeave: "Unpaid Leave",
      absentDays: "Absent",
      pendingDays: "Pending",
      extraDays: "Extra Days",
      approvedHours: "Approved Hours",
      annualSalary: "Annual Salary",
      monthlyBase: "Monthly Base",
      grossPay: "Gross Pay",
    },
  },
} as const;
