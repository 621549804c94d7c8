/** Timesheet Approvals of HR and administrators: what waits in the teams whose managers they substitute for. */
import type { ReactNode } from "react";
import { Approvals } from "../features/approvals/approvals";
import { Resubmissions } from "../features/resubmissions/resubmissions";
import { messages } from "../messages/en";
import { useSession } from "../session/current";
import { Empty } from "../ui/empty";
import { Page, PageHeader } from "../ui/page";
import { Tabs } from "../ui/tabs";
import { useAddress } from "../ui/use-address";
import { type Tab, tabIn } from "./stand-in-approvals-reads";

const said = messages.standIn;

const PANELS: readonly { id: Tab; label: string; content: ReactNode }[] = [
  { id: "timesheets", label: said.tabs.timesheets, content: <Weeks /> },
  { id: "resubmitted", label: said.tabs.resubmitted, content: <Resubmissions /> },
];

function Weeks() {
  return (
    <Page>
      <Approvals />
    </Page>
  );
}

export function StandInApprovalsPage() {
  const { substituteFor } = useSession();
  const address = useAddress();
  return (
    <Page>
      <PageHeader />
      {substituteFor.length === 0 ? (
        <Empty title={said.nobody} />
      ) : (
        <Tabs
          label={said.tabs.label}
          selected={tabIn(address.words("tab"))}
          // The pages of the one are not those of the other.
          onSelect={(tab) => address.step({ tab: tab === "resubmitted" ? tab : null, page: null })}
          panels={PANELS}
        />
      )}
    </Page>
  );
}
