/** A screen of several reports: its heading, and a tab for each of them. */
import type { ReactNode } from "react";
import { LagNote } from "../../api/lag-note";
import { Page, PageHeader } from "../../ui/page";
import { Tabs } from "../../ui/tabs";
import { useAddress } from "../../ui/use-address";

type Tab = {
  readonly id: string;
  readonly label: string;
  readonly lead?: ReactNode;
  readonly content: ReactNode;
};

/** The first tab is the one that an address without a name leads to. The month stays from tab to tab. */
export function ReportsPage({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const address = useAddress();
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === address.words("tab")) ?? first;
  return (
    <Page>
      <PageHeader lead={shown.lead} />
      <LagNote />
      <Tabs
        label={label}
        selected={shown.id}
        onSelect={(tab) =>
          address.step({ search: null, order: null, page: null, tab: tab === first.id ? null : tab })
        }
        panels={tabs}
      />
    </Page>
  );
}
