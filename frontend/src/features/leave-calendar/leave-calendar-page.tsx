/** The leave calendar of everybody, for HR and administrators. */
import { LeaveCalendar } from "../../leave-calendar/leave-calendar";
import { Page, PageHeader } from "../../ui/page";
import { DownloadBalances } from "./download-balances";

export function LeaveCalendarPage() {
  return (
    <Page>
      <PageHeader actions={<DownloadBalances />} />
      <LeaveCalendar isOfEverybody />
    </Page>
  );
}
