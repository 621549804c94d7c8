/** System Reports: accounts, activity, approvals, jobs and mails, and the health of the data, for administrators (oversight.md 1.5). */
import { afterPaint } from "../../ui/after-paint";
import { awaited } from "./report";
import { ReportsPage } from "./reports-page";
import { said } from "./system-messages";
import { SystemUsers } from "./system-users";

const Activity = afterPaint(async () => (await import("./system-activity")).SystemActivity, awaited);
const Approvals = afterPaint(async () => (await import("./system-approvals")).SystemApprovals, awaited);
const Jobs = afterPaint(async () => (await import("./system-jobs")).SystemJobs, awaited);
const Health = afterPaint(async () => (await import("./system-health")).SystemHealth, awaited);

const { tabs } = said;

export function SystemReportsPage() {
  return (
    <ReportsPage
      label={tabs.label}
      tabs={[
        { id: "users", label: tabs.users, content: <SystemUsers /> },
        { id: "activity", label: tabs.activity, content: <Activity /> },
        { id: "approvals", label: tabs.approvals, content: <Approvals /> },
        { id: "jobs", label: tabs.jobs, content: <Jobs /> },
        { id: "health", label: tabs.health, content: <Health /> },
      ]}
    />
  );
}
