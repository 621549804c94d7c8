/** The words of one person's calendar. */
import { ApiError, messageOr } from "../../api/error";

export const words = {
  back: "Back to Users",
  fallbackTitle: "User Timesheets",
  /** After the name, which may run the other way. */
  whose: "'s Timesheets",
  email: "Email",
  department: "Department",
  noDepartment: "N/A",
  employeeId: "Employee ID",
  loading: "Loading timesheets...",
  userMissing: "User not found",
  userMissingLine: "The link may be old or incomplete.",
  userFailed: (why: string) => `Failed to fetch user details: ${why}`,
  daysFailed: (why: string) => `Failed to fetch timesheet data: ${why}`,
  calendar: "Timesheet Calendar",
  entries: (count: number) => `(${count} entries)`,
  month: "Month",
  year: "Year",
  holidayTip: "Holiday - Contact Admin/HR/Manager if you worked",
  past: "Past (locked)",
  download: "Download Timesheet",
  downloading: "Downloading...",
  downloaded: "Timesheet downloaded successfully!",
  noEntries: "No timesheet entries found for the selected month and year.",
  downloadFailed: "Failed to download timesheet",
  chosen: "The chosen day",
  entryOf: (date: string) => `Timesheet for ${date}`,
  hours: "Hours",
  description: "Description",
  status: "Status",
  comment: "Rejection comment",
  created: "Created",
  choose: "Choose a day to see what was recorded on it.",
  reads: ["What", "sees on this day"],
  unlocked: "This day is unlocked and can now be filled in.",
  unlock: "Unlock this day",
} as const;

/** What went wrong, in the server's words where it has any. */
export function whyOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong.";
  if (error.kind === "network") return "Network error. Please check your connection.";
  if (!error.status) return messageOr(error, "The server's answer could not be read.");
  return messageOr(error, `The server answered with status ${error.status}.`);
}

/** The sentence for a file that did not come. */
export function whyNoFile(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) return words.noEntries;
  return status === 400 ? messageOr(error, words.downloadFailed) : words.downloadFailed;
}
