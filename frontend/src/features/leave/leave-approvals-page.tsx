/** Leave Approvals of a manager. */
import { Page, PageHeader } from "../../ui/page";
import { Decisions } from "./decisions";

export function LeaveApprovalsPage() {
  return (
    <Page>
      <PageHeader lead="A decision takes effect at once, and the employee gets a notice." />
      <Decisions tabName="tab" hasCalendar />
    </Page>
  );
}
