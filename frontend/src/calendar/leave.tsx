/** Leave beside the days of a timesheet: its mark, its type and, where it is half a day, which half. */
import type { LeaveOfDay } from "../domain/types";
import { Status } from "../ui/status";
import { leaveMark } from "../ui/status-words";
import styles from "./leave.module.css";

type Leave = Pick<LeaveOfDay, "leaveType" | "part" | "status">;

const partText = (part: Leave["part"]): string | null => (part === "full" ? null : part);

/** "Annual Leave, morning". To a reader who may not know its type it is leave, and no more. */
export const leaveText = ({ leaveType, part }: Leave): string =>
  [leaveType ?? "Leave", partText(part)].filter(Boolean).join(", ");

/** The leave of one day. */
export function DayLeave({ leave }: { leave: readonly (Leave & { requestId: string })[] }) {
  if (leave.length === 0) return null;
  return (
    <ul className={styles.leave}>
      {leave.map((one) => (
        <li key={one.requestId}>
          <Status kind={leaveMark(one)} />
          <span dir="auto">{one.leaveType === null ? partText(one.part) : leaveText(one)}</span>
          {one.status === "pending" && <Status kind="pending" />}
        </li>
      ))}
    </ul>
  );
}
