/** Takes the refused rows along, to be corrected and brought in by themselves. */
import { DownloadButton } from "../../download/download-button";
import { downloadRefused } from "./api";
import type { Plan } from "./model";

export function RefusedRows({ plan }: { plan: Plan }) {
  if (plan.counts.refuse === 0) return null;
  return (
    <DownloadButton
      file={downloadRefused}
      of={plan}
      words={{ download: "Download refused rows", downloading: "Preparing CSV..." }}
    />
  );
}
