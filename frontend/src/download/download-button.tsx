/** A file that the server makes: it takes a moment for a big organisation, and the button says so meanwhile. */
import { Download } from "lucide-react";
import { useSend, type Write } from "../api/send";
import { Button, type ButtonVariant } from "../ui/button";

type Props<Of, Answer> = {
  file: Write<Of, Answer>;
  of: Of;
  words: { readonly download: string; readonly downloading: string };
  variant?: ButtonVariant;
  disabled?: boolean;
};

export function DownloadButton<Of, Answer>({ file, of, words, ...button }: Props<Of, Answer>) {
  const { send, isSending } = useSend(file);
  return (
    <Button {...button} data-print="hide" busy={isSending} onClick={() => send(of)}>
      <Download size={16} aria-hidden />
      {isSending ? words.downloading : words.download}
    </Button>
  );
}
