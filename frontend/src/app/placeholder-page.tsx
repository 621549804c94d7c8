/** A screen that is not built yet: its title, and one sentence of what will be there. */
import { Page, PageHeader } from "../ui/page";
import styles from "./placeholder-page.module.css";

export function PlaceholderPage({ line }: { line: string }) {
  return (
    <Page>
      <PageHeader lead={line} />
      <hr className={styles.rule} />
    </Page>
  );
}
