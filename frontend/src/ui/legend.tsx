/** What the marks of a calendar mean. */
import styles from "./legend.module.css";
import { Status, type StatusKind } from "./status";

type Item = StatusKind | { readonly kind: StatusKind; readonly word: string };

export function Legend({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {items.map((item) => {
        const { kind, word } = typeof item === "string" ? { kind: item, word: undefined } : item;
        return (
          <li key={kind}>
            <Status kind={kind} {...(word ? { word } : {})} />
          </li>
        );
      })}
    </ul>
  );
}
