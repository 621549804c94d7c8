/** A screen that is not built yet: its title, and one sentence of what will be there. */
import { Page, PageHeader } from "../../ui/page";
import styles from "./placeholder-page.module.css";
import type { PlannedScreen } from "./screens";

type Props = {
  screen: PlannedScreen;
  /** It stands in the public frame, which leaves the width to its pages. */
  narrow?: boolean;
};

export function PlaceholderPage({ screen: { title, line }, narrow = false }: Props) {
  return (
    <Page className={narrow ? styles.narrow : undefined}>
      <PageHeader title={title} lead={line} />
      <hr className={styles.rule} />
    </Page>
  );
}
