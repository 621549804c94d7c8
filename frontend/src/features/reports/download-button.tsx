/** A report as a file, made by the server: it takes a moment for a big organisation, and says so meanwhile. */
import { Download } from "lucide-react";
import { useSend, type Write } from "../../api/send";
import { Button } from "../../ui/button";
import { words } from "./messages";

type Props<Of> = { file: Write<Of, string>; of: Of; disabled?: boolean };

export function DownloadPdf<Of>({ file, of, disabled }: Props<Of>) {
  const { send, isSending } = useSend(file);
  return (
    <Button variant="primary" busy={isSending} disabled={disabled} onClick={() => send(of)}>
      <Download size={16} aria-hidden />
      {isSending ? words.downloading : words.download}
    </Button>
  );
}

export function DownloadCsv<Of>({ file, of, disabled }: Props<Of>) {
  const { send, isSending } = useSend(file);
  return (
    <Button busy={isSending} disabled={disabled} onClick={() => send(of)}>
      <Download size={16} aria-hidden />
      {isSending ? words.report.downloading : words.report.download}
    </Button>
  );
}
