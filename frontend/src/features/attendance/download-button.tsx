/** The month as a PDF, made by the server: it takes a moment for a big organisation, and says so meanwhile. */
import { Download } from "lucide-react";
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { messageOr } from "../../api/error";
import { useSend, type Write } from "../../api/send";
import type { Month } from "../../domain/day";
import { Button } from "../../ui/button";
import { words } from "./messages";
import { fileName } from "./model";

const download: Write<Month, string> = {
  name: "download attendance",
  call: (month) =>
    downloadFile(
      api.GET("/api/users/attendance-summary/pdf", { params: { query: month }, parseAs: "blob" }),
      fileName(month),
    ),
  done: () => words.downloaded,
  failed: (error) => messageOr(error, words.downloadFailed),
};

export function DownloadButton({ month, disabled }: { month: Month; disabled: boolean }) {
  const { send, isSending } = useSend(download);
  return (
    <Button variant="primary" busy={isSending} disabled={disabled} onClick={() => send(month)}>
      <Download size={16} aria-hidden />
      {isSending ? words.downloading : words.download}
    </Button>
  );
}
