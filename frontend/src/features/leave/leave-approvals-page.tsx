/** Leave Approvals of a manager. */
import { Page, PageHeader } from "../../ui/page";
import { Decisions } from "./decisions";
import { words } from "./messages";

export function LeaveApprovalsPage() {
  return (
    <Page>
      <PageHeader lead={words.approvals.lead} />
      <Decisions tabName="tab" hasCalendar />
    </Page>
  );
}
