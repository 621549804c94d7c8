/** HR Settings and System Settings: what the organisation decides. */
import { Page, PageHeader } from "../../ui/page";
import { Tabs } from "../../ui/tabs";
import { useAddress } from "../../ui/use-address";
import { words } from "./messages";
import { type Scope, scopeIn } from "./reads";
import { SettingsList } from "./settings-list";

export function HrSettingsPage() {
  return (
    <Page>
      <PageHeader lead="What the organisation decides about working time, rules and mails." />
      <SettingsList scope="hr" />
    </Page>
  );
}

const TABS: readonly Scope[] = ["system", "hr"];

export function SystemSettingsPage() {
  const address = useAddress();
  return (
    <Page>
      <PageHeader />
      <Tabs
        label={words.tabs.label}
        selected={scopeIn(address.words("tab"))}
        // What is chosen of the list on the one says nothing of the other.
        onSelect={(tab) => address.step({ tab: tab === "hr" ? tab : null, status: null, page: null })}
        panels={TABS.map((scope) => ({
          id: scope,
          label: words.tabs[scope],
          content: <SettingsList scope={scope} />,
        }))}
      />
    </Page>
  );
}
