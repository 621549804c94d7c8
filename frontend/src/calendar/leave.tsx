/** Leave beside the days of a timesheet: its mark, its type and, where it is half a day, which half. */
import type { LeaveOfDay } from "../domain/types";
import { Status } from "../ui/status";
import styles from "./leave.module.css";
import { words } from "./messages";

type Leave = Pick<LeaveOfDay, "leaveType" | "part" | "status">;

/** Its mark is dashed as long as nobody has decided. */
export const leaveKind = ({ status }: Pick<Leave, "status">) =>
  status === "pending" ? ("leave-pending" as const) : ("leave" as const);

const partText = (part: Leave["part"]): string | null => (part === "full" ? null : words.part[part]);

/** "Annual Leave, morning". To a reader who may not know its type it is leave, and no more. */
export const leaveText = ({ leaveType, part }: Leave): string =>
  [leaveType ?? words.leave, partText(part)].filter(Boolean).join(", ");

/** The leave of one day. */
export function DayLeave({ leave }: { leave: readonly (Leave & { requestId: string })[] }) {
  if (leave.length === 0) return null;
  return (
    <ul className={styles.leave}>
      {leave.map((one) => (
        <li key={one.requestId}>
          <Status kind={leaveKind(one)} />
          <span dir="auto">{one.leaveType === null ? partText(one.part) : leaveText(one)}</span>
          {one.status === "pending" && <Status kind="pending" />}
        </li>
      ))}
    </ul>
  );
}
