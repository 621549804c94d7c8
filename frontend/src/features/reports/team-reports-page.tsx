/** Team Reports: the attendance of a manager's team, and its days and hours (oversight.md 1.5). */
import { afterPaint } from "../../ui/after-paint";
import { Attendance } from "./attendance";
import { words } from "./messages";
import { MonthName } from "./month-filter";
import { awaited } from "./report";
import { ReportsPage } from "./reports-page";

const TeamDays = afterPaint(async () => (await import("./team-days")).TeamDays, awaited);

const said = words.tabs;

export function TeamReportsPage() {
  const lead = <MonthName />;
  return (
    <ReportsPage
      label="Team Reports"
      tabs={[
        { id: "attendance", label: said.attendance, lead, content: <Attendance /> },
        { id: "days", label: "Days and Hours", lead, content: <TeamDays /> },
      ]}
    />
  );
}
