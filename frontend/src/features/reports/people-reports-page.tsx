/** Reports on everybody, for HR and the Boss (oversight.md 1.5). Each tab has a heading of its own. */
import { afterPaint } from "../../ui/after-paint";
import { Attendance } from "./attendance";
import { words } from "./messages";
import { MonthName } from "./month-filter";
import { awaited } from "./report";
import { ReportsPage } from "./reports-page";

const Departments = afterPaint(async () => (await import("./departments")).Departments, awaited);
const Headcount = afterPaint(async () => (await import("./headcount")).Headcount, awaited);
const MissingDays = afterPaint(async () => (await import("./missing-days")).MissingDays, awaited);

const said = words.tabs;

export function PeopleReportsPage() {
  const lead = <MonthName />;
  return (
    <ReportsPage
      label="Reports"
      tabs={[
        { id: "attendance", label: said.attendance, lead, content: <Attendance /> },
        { id: "departments", label: "Departments", lead, content: <Departments /> },
        {
          id: "headcount",
          label: "Headcount",
          lead: "The last twelve months",
          content: <Headcount />,
        },
        { id: "missing-days", label: "Missing Days", lead, content: <MissingDays /> },
      ]}
    />
  );
}
