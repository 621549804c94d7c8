/** A figure and what it counts, with a link where it leads somewhere. */
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Bar } from "./skeleton";
import styles from "./tile.module.css";

type Props = {
  label: string;
  /** A bar stands where it will be while this is undefined, so that nothing moves when it comes. */
  value: ReactNode | undefined;
  unit?: string;
  note?: ReactNode;
  to?: string;
};

/** `loading`: what a screen reader says while the figures are awaited. */
export function Tiles({ loading, children }: { loading?: string | false; children: ReactNode }) {
  return (
    <>
      {loading && (
        <p role="status" className="visually-hidden">
          {loading}
        </p>
      )}
      <dl className={styles.tiles}>{children}</dl>
    </>
  );
}

export function Tile({ label, value, unit, note, to }: Props) {
  return (
    <div className={styles.tile}>
      <dt className="quiet small">
        {to ? (
          <Link to={to} className={styles.link}>
            {label}
            <ArrowRight size={14} aria-hidden />
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={styles.value}>
        {value === undefined ? <Bar height="1.2em" /> : value}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
      {note && <dd className="quiet fine">{note}</dd>}
    </div>
  );
}
