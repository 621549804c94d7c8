/** The month as a PDF, made by the server: it takes a moment for a big organisation, and says so meanwhile. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { downloadFile } from "../../api/download";
import { messageOr } from "../../api/error";
import type { Month } from "../../domain/day";
import { Button } from "../../ui/button";
import { toast } from "../../ui/toast";
import { words } from "./messages";
import { fileName } from "./model";

export function DownloadButton({ month, disabled }: { month: Month; disabled: boolean }) {
  const download = useMutation({
    mutationFn: ({ month, year }: Month) =>
      downloadFile("/api/users/attendance-summary/pdf", { month, year }, fileName({ month, year })),
    onSuccess: () => toast.success(words.downloaded),
    onError: (error) => toast.error(messageOr(error, words.downloadFailed)),
  });
  return (
    <Button
      variant="primary"
      busy={download.isPending}
      disabled={disabled}
      onClick={() => download.mutate(month)}
    >
      <Download size={16} aria-hidden />
      {download.isPending ? words.downloading : words.download}
    </Button>
  );
}
