/** The words of the leave calendar of everybody. */
export const words = {
  year: "Year",
  download: "Download Balances",
  downloading: "Preparing...",
  downloaded: "Leave balances downloaded",
  downloadFailed: "Failed to download balances",
} as const;
