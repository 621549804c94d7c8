/** Loading: the words at once for screen readers, and after a moment the outline of what will come. */
import clsx from "clsx";
import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

type Props = {
  /** "Loading dashboard..." */ label: string;
  lines?: number /** The height of one line. */;
  height?: string;
  className?: string;
};

export function Skeleton({ label, lines = 3, height = "2.25rem", className }: Props) {
  const size: CSSProperties = { blockSize: height };
  return (
    <div className={clsx(styles.skeleton, className)}>
      <p role="status" className="quiet">
        {label}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity.
        <div key={index} className={styles.bar} style={size} aria-hidden="true" />
      ))}
    </div>
  );
}
