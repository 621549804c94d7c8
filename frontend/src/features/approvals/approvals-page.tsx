/** Timesheet Approvals of a manager. */
import { Page, PageHeader } from "../../ui/page";
import { Approvals } from "./approvals";
import { words } from "./messages";

export function ApprovalsPage() {
  return (
    <Page>
      <PageHeader lead={words.lead} />
      <Approvals />
    </Page>
  );
}
