/** A text as a QR code. It is black on white in either theme: many cameras do not read the reverse. */
import { encode } from "uqr";
import styles from "./second-factor.module.css";

/** The clear edge that the standard asks for, in modules. */
const EDGE = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: EDGE });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
