/** Leave beside the days of a timesheet: its mark, its type and, where it is half a day, which half. */
import type { LeaveOfDay } from "../domain/types";
import { Status } from "../ui/status";
import styles from "./leave.module.css";
import { words } from "./messages";

type Leave = Pick<LeaveOfDay, "leaveType" | "part" | "status">;

/** Its mark is dashed as long as nobody has decided. */
export const leaveKind = ({ status }: Pick<Leave, "status">) =>
  status === "pending" ? ("leave-pending" as const) : ("leave" as const);

/** "Annual Leave, morning" */
export const leaveText = ({ leaveType, part }: Leave): string =>
  part === "full" ? leaveType : `${leaveType}, ${words.part[part]}`;

/** The leave of one day. */
export function DayLeave({ leave }: { leave: readonly (Leave & { requestId: string })[] }) {
  if (leave.length === 0) return null;
  return (
    <ul className={styles.leave}>
      {leave.map((one) => (
        <li key={one.requestId}>
          <Status kind={leaveKind(one)} />
          <span dir="auto">{leaveText(one)}</span>
          {one.status === "pending" && <Status kind="pending" />}
        </li>
      ))}
    </ul>
  );
}
