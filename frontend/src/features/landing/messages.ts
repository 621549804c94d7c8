/** The words of the start page. */
/** What the portal says of its working hours once it knows them. */
export const workday = (full: string, half: string) =>
  `A full day is ${full} hours, a half day is ${half} hours.`;

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
        text: "Figures and timesheets are available to those with overall responsibility.",
      },
    ],
  },
  roles: {
    title: "User Roles & Access",
    list: [
      {
        name: "Employee",
        text: "Registers and receives a unique employee ID and password, records daily timesheets, corrects rejected days, asks for leave, views holidays and notifications, and edits their profile.",
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
        text: "A locked day says why it is locked, and who can unlock it.",
      },
      { name: "Whole weeks, one decision", text: "Seven days side by side, approved or rejected together." },
      {
        name: "Corrections in the open",
        text: "A resubmitted day shows what has changed since it was rejected.",
      },
      {
        name: "Holidays and weekends",
        text: "They stay locked until somebody in charge unlocks a day.",
      },
      {
        name: "Frozen days",
        text: "Timesheets of absent employees are frozen automatically, until somebody in charge unlocks them.",
      },
      {
        name: "Reports to download",
        text: "Attendance as a PDF, a month's timesheet as a CSV file.",
      },
    ],
  },
};
