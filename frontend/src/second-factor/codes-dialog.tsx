/** The recovery codes, which are shown once: it closes when somebody says that they are stored. */
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "../api/download";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { CopyButton } from "../ui/copy-button";
import { Dialog, LeaveGuard } from "../ui/dialog";
import styles from "./second-factor.module.css";

type Props = { codes: readonly string[]; onDone: () => void };

export function CodesDialog({ codes, onDone }: Props) {
  const [isStored, setStored] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // They are what is to be read, not the box below them.
  useEffect(() => list.current?.focus(), []);
  return (
    <Dialog
      title="Recovery Codes"
      actions={
        <Button variant="primary" disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      }
    >
      <LeaveGuard isDirty={!isStored} />
      <p>
        Without your phone you sign in with one of these codes. Each works once. They are shown only now, so
        store them in a safe place.
      </p>
      <ul ref={list} tabIndex={-1} className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          // With its end of line, which is copied.
          <li key={code}>{`${code}\n`}</li>
        ))}
      </ul>
      <div className={styles.beside}>
        <Button onClick={() => saveFile(fileOf(codes), "daybook-recovery-codes.txt")}>
          <Download size={16} aria-hidden />
          Download
        </Button>
        <CopyButton label="Copy recovery codes" from={list} />
      </div>
      <Checkbox name="isStored" label="I have stored these codes" checked={isStored} onChange={setStored} />
    </Dialog>
  );
}

/** They say where they belong, but not to whom. */
const fileOf = (codes: readonly string[]) =>
  new Blob([`Recovery codes for ${location.host}\nEach code works once.\n\n${codes.join("\n")}\n`], {
    type: "text/plain",
  });
