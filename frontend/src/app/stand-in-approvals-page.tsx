/** Timesheet Approvals of HR and administrators: what waits in the teams whose managers they substitute for. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../domain/paths";
import { Approvals } from "../features/approvals/approvals";
import { Resubmissions } from "../features/resubmissions/resubmissions";
import { words as leaveWords } from "../leave/messages";
import { useSession } from "../session/current";
import { afterPaint } from "../ui/after-paint";
import { Empty } from "../ui/empty";
import { Page, PageHeader } from "../ui/page";
import { Skeleton } from "../ui/skeleton";
import { Tabs } from "../ui/tabs";
import { useAddress } from "../ui/use-address";
import { LEAVE_TAB, type Tab, tabIn } from "./stand-in-approvals-reads";

const Decisions = afterPaint(
  async () => (await import("../features/leave/decisions")).Decisions,
  () => <Skeleton label={leaveWords.loading} lines={6} height="2.75rem" />,
);

const PANELS: readonly { id: Tab; label: string; content: ReactNode }[] = [
  { id: "timesheets", label: "Timesheets", content: <Weeks /> },
  { id: "resubmitted", label: "Resubmitted", content: <Resubmissions /> },
  { id: "leave", label: "Leave", content: <Decisions tabName={LEAVE_TAB} /> },
];

function Weeks() {
  return (
    <Page>
      <Approvals />
    </Page>
  );
}

/** The pages of the one are not those of the other, nor are the filters of leave those of timesheets. */
const left = (from: Tab, to: Tab) =>
  from === "leave" || to === "leave" ? { [LEAVE_TAB]: null, status: null, employee: null } : {};

export function StandInApprovalsPage() {
  const { user, can, substituteFor } = useSession();
  const address = useAddress();
  const selected = tabIn(address.words("tab"));
  return (
    <Page>
      <PageHeader />
      {substituteFor.length === 0 ? (
        <Empty title="You are not standing in for anyone at the moment.">
          <p>Once you are named as a manager's substitute, what waits in that team will appear here.</p>
          {can.includes("name-substitutes") && (
            <Link to={paths.area(user.role).settings}>Go to the substitutes</Link>
          )}
        </Empty>
      ) : (
        <Tabs
          label="Waiting for approval"
          selected={selected}
          onSelect={(tab) =>
            address.step({ tab: tab === "timesheets" ? null : tab, page: null, ...left(selected, tab) })
          }
          panels={PANELS}
        />
      )}
    </Page>
  );
}
