/** The words of the start page. */
/** What the portal says of its working hours once it knows them. */
export const workday = (full: string, half: string) =>
  `A full day is ${full} hours, a half day is ${half} hours.`;

export const words = {
  title: "Every working day, in its place.",
  lead: "Daybook is the timesheet portal of your organisation. You record the day, your manager approves the week, and what comes back says why.",
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
} as const;

type Item = { readonly name: string; readonly text: string };
type Part = { readonly title: string; readonly list: readonly Item[] };

/** Below the fold: how a month goes, who does what, what the portal is good at. */
export const parts: Readonly<Record<"workflow" | "roles" | "features", Part>> = {
  workflow: {
    title: "System Workflow",
    list: [
      {
        name: "Weekly submission",
        text: "Employees record each day.",
      },
      { name: "Manager approval", text: "Managers approve whole weeks, or send them back with a reason." },
      {
        name: "HR monthly processing",
        text: "HR closes the approved month and hands it to payroll.",
      },
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
        text: "Registers and receives a unique employee ID and password, records daily timesheets, corrects what came back, asks for leave, views holidays and notifications, edits the profile.",
      },
      {
        name: "Manager",
        text: "Reviews team timesheets, approves or rejects whole weeks, sees resubmitted timesheets, decides on leave, unlocks timesheets for team members, and monitors attendance.",
      },
      {
        name: "HR",
        text: "Adds and manages employees, manages holidays, unlocks timesheets, views user timesheets, reports on attendance, closes months and hands them to payroll.",
      },
      {
        name: "Boss",
        text: "Downloads any timesheet, and sees reports, dashboard and analytics.",
      },
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
      {
        name: "Holidays and weekends",
        text: "They stay closed until somebody in charge opens a day.",
      },
      {
        name: "Frozen days",
        text: "Timesheets of absent employees are frozen automatically, until somebody in charge lifts it.",
      },
      {
        name: "Reports to take along",
        text: "Attendance as a PDF, a month's timesheet as a CSV file.",
      },
    ],
  },
};
