/** Timesheet Approvals of a manager. */
import { Page, PageHeader } from "../../ui/page";
import { Approvals } from "./approvals";

export function ApprovalsPage() {
  return (
    <Page>
      <PageHeader lead="Each card shows one employee's week. A decision covers the whole week." />
      <Approvals />
    </Page>
  );
}
