/** A figure and what it counts, with a link where it leads somewhere. */
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./tile.module.css";

type Props = { label: string; value: ReactNode; unit?: string; note?: ReactNode; to?: string };

export function Tiles({ children }: { children: ReactNode }) {
  return <dl className={styles.tiles}>{children}</dl>;
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
        {value}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
      {note && <dd className="quiet fine">{note}</dd>}
    </div>
  );
}
