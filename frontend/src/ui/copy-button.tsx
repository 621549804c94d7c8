/**
 * Copies what another element shows. A page that did not come over https may not use the clipboard: then the text is marked and the
 * browser asked to copy it, and where even that fails it stays marked, so that two keys do the rest.
 */
import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { IconButton } from "./button";
import styles from "./copy-button.module.css";

type Props = {
  /** "Copy password" */
  label: string;
  /** The element whose text is meant. */
  from: RefObject<HTMLElement | null>;
};

const SHOWN_MS = 2000;
const words = { copied: "Copied", byHand: "Press Ctrl+C to copy" } as const;
type Outcome = keyof typeof words;

async function copy(element: HTMLElement): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? "");
    return "copied";
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand("copy") ? "copied" : "byHand";
  }
}

export function CopyButton({ label, from }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const onClick = async () => {
    if (from.current !== null) setOutcome(await copy(from.current));
  };

  return (
    <span className={styles.copy}>
      <span role="status" className="quiet small">
        {outcome === null ? "" : words[outcome]}
      </span>
      <IconButton label={label} onClick={() => void onClick()}>
        {outcome === "copied" ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
      </IconButton>
    </span>
  );
}
