/** A fact that a person signs in with, to be read out or copied: an entry of a list. */
import { useRef } from "react";
import { CopyButton } from "../ui/copy-button";
import styles from "./credential.module.css";

type Props = { label: string; copyLabel: string; value: string };

export function Credential({ label, copyLabel, value }: Props) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.credential}>
      <dt className="quiet small">{label}</dt>
      <dd>
        <code ref={shown} className={styles.value}>
          {value}
        </code>
        <CopyButton label={copyLabel} from={shown} />
      </dd>
    </div>
  );
}
