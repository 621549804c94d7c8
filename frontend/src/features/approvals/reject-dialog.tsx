/** Asks for the reason of a rejection. The employee reads it beside the day. */
import { formatWeek } from "../../domain/day";
import { ReasonDialog } from "../../ui/reason-dialog";
import type { WeekCard } from "./model";

type Props = { week: WeekCard; onReject: (reason: string) => void; onClose: () => void };

export const RejectDialog = ({ week, onReject, onClose }: Props) => (
  <ReasonDialog
    title="Reject Week"
    subtitle={`${week.name}, ${formatWeek(week.weekStart)}`}
    hint={`${week.name} will see this next to each rejected day.`}
    action="Reject"
    onDecide={onReject}
    onClose={onClose}
  />
);
