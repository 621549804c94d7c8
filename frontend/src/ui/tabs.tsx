/** One of several panels in the same place; the arrows go from tab to tab. Which one is open is up to its user: the address, mostly. */
import type { ReactNode } from "react";
import { Tabs as Root, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import styles from "./tabs.module.css";

type Panel<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
  /** It cannot be opened at the moment. */
  readonly isDisabled?: boolean;
};

type Props<Id extends string> = {
  label: string;
  panels: readonly Panel<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

export function Tabs<Id extends string>({ label, panels, selected, onSelect }: Props<Id>) {
  return (
    <Root
      className={styles.tabs ?? ""}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const panel = panels.find(({ id }) => id === key);
        if (panel) onSelect(panel.id);
      }}
    >
      <TabList aria-label={label} className={styles.list ?? ""}>
        {panels.map(({ id, label: name, isDisabled = false }) => (
          <Tab
            key={id}
            ref={id === selected ? bringIntoView : null}
            id={id}
            isDisabled={isDisabled}
            className={styles.tab ?? ""}
          >
            {name}
          </Tab>
        ))}
      </TabList>
      {panels.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ""}>
          {content}
        </TabPanel>
      ))}
    </Root>
  );
}

/** An address may lead to a tab for which a narrow window has no room. The page itself stays where it is. */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const [own, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += Math.max(0, own.right - room.right) + Math.min(0, own.left - room.left);
}
