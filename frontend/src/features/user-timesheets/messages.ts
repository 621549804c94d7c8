/** The words of one person's calendar. */
import { ApiError, messageOr } from "../../api/error";

export const words = {
  loading: "Loading timesheets...",
  past: "Past (locked)",
  download: "Download Timesheet",
  downloading: "Downloading...",
  noEntries: "No timesheet entries found for the selected month and year.",
  downloadFailed: "Failed to download timesheet",
  chosen: "The chosen day",
  reads: ["What", "sees on this day"],
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
