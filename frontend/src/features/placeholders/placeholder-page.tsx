/** A screen that is not built yet: its title, and one sentence of what will be there. */
import { Page, PageHeader } from "../../ui/page";
import styles from "./placeholder-page.module.css";
import type { PlannedScreen } from "./screens";

export function PlaceholderPage({ screen: { title, line } }: { screen: PlannedScreen }) {
  return (
    <Page>
      <PageHeader title={title} lead={line} />
      <hr className={styles.rule} />
    </Page>
  );
}
