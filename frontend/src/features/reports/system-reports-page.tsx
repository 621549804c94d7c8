/** System Reports: accounts, activity, approvals, jobs and mails, and the health of the data, for administrators (oversight.md 1.5). */
import { afterPaint } from "../../ui/after-paint";
import { awaited } from "./report";
import { ReportsPage } from "./reports-page";
import { SystemUsers } from "./system-users";

const Activity = afterPaint(async () => (await import("./system-activity")).SystemActivity, awaited);
const Approvals = afterPaint(async () => (await import("./system-approvals")).SystemApprovals, awaited);
const Jobs = afterPaint(async () => (await import("./system-jobs")).SystemJobs, awaited);
const Health = afterPaint(async () => (await import("./system-health")).SystemHealth, awaited);

export function SystemReportsPage() {
  return (
    <ReportsPage
      label="System Reports"
      tabs={[
        { id: "users", label: "Users", content: <SystemUsers /> },
        { id: "activity", label: "Activity", content: <Activity /> },
        { id: "approvals", label: "Approvals", content: <Approvals /> },
        { id: "jobs", label: "Jobs and mail", content: <Jobs /> },
        { id: "health", label: "Data health", content: <Health /> },
      ]}
    />
  );
}
