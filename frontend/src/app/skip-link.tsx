import styles from "./frame.module.css";

/** The first stop of the Tab key: past the menus, to what the page is about. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content" data-print="hide">
      Skip to content
    </a>
  );
}
