/** A screen that is not built yet: its title, and one sentence of what will be there. */
import { Page, PageHeader } from "../ui/page";
import styles from "./placeholder-page.module.css";

export const toComePage = (line: string) => () => (
  <Page>
    <PageHeader lead={line} />
    <hr className={styles.rule} />
  </Page>
);
