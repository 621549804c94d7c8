/** Loading: the words at once for screen readers, and after a moment the outline of what will come. */
import clsx from "clsx";
import styles from "./skeleton.module.css";

type Props = {
  /** "Loading dashboard..." */ label: string;
  lines?: number /** The height of one line. */;
  height?: string;
  className?: string;
};

export function Skeleton({ label, lines = 3, height = "2.25rem", className }: Props) {
  return (
    <div className={clsx(styles.skeleton, className)}>
      <p role="status" className="quiet">
        {label}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity.
        <Bar key={index} height={height} />
      ))}
    </div>
  );
}

export function Bar({ height }: { height: string }) {
  return <span className={styles.bar} style={{ blockSize: height }} aria-hidden="true" />;
}
