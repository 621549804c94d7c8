/** The words of the start page. */
export const words = {
  title: "Every working day, in its place.",
  lead: "Daybook is the timesheet portal of your organisation. You record the day, your manager approves the week, and HR has the month.",
  login: "Login to System",
  toDashboard: "Go to Dashboard",
  sample: "A sample month. Choose a day, or approve the week.",
  sampleGrid: "Sample month, June 2026",
  sampleLegend: "June 2026",
  choose: "Choose a day to read it.",
  noEntry: "No timesheet on this day.",
  reason: "Rejected:",
  card: "Waiting for approval",
  total: "Total",
  approve: "Approve Week",
  again: "Start Again",
  approved: "Approved. Maya reads it within a second.",
  workflow: {
    title: "System Workflow",
    steps: [
      {
        name: "Weekly submission",
        text: "Employees record each day: 9 hours make a full day, 5 hours a half day.",
      },
      { name: "Manager approval", text: "Managers approve whole weeks, or send them back with a reason." },
      { name: "HR monthly processing", text: "HR takes the approved month and closes it." },
      {
        name: "Executive access",
        text: "Figures and timesheets are there for those who answer for the whole.",
      },
    ],
  },
  roles: {
    title: "User Roles & Access",
    list: [
      {
        name: "Employee",
        text: "Registers and receives an employee ID, records days, reads holidays and notifications, asks for leave.",
      },
      {
        name: "Manager",
        text: "Reviews the weeks of the team, decides on them, sees what was resubmitted, unlocks dates.",
      },
      {
        name: "HR",
        text: "Processes months, adds and manages employees, keeps the holidays, unlocks timesheets.",
      },
      { name: "Boss", text: "Downloads any timesheet, and sees reports, dashboard and analytics." },
    ],
  },
  features: {
    title: "Key System Features",
    list: [
      {
        name: "A calendar that explains itself",
        text: "A day that is closed says why, and who can open it.",
      },
      { name: "Whole weeks, one decision", text: "Seven days side by side, approved or rejected together." },
      {
        name: "Corrections in the open",
        text: "A day that comes back shows what was changed since its rejection.",
      },
      { name: "Frozen days", text: "The timesheets of absent employees are frozen automatically." },
      {
        name: "Holidays and unlocks",
        text: "Holidays and weekends stay closed until somebody in charge opens them.",
      },
      { name: "Reports to take along", text: "Attendance as a PDF, a month's timesheet as a CSV file." },
    ],
  },
  footer: "Daybook. Days recorded, weeks approved.",
} as const;
