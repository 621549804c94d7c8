/** Asks for the reason of a rejection. The employee reads it beside the day. */
import { formatWeek } from "../../domain/day";
import { ReasonDialog } from "../../ui/reason-dialog";
import { words } from "./messages";
import type { WeekCard } from "./model";

type Props = { week: WeekCard; onReject: (reason: string) => void; onClose: () => void };

export const RejectDialog = ({ week, onReject, onClose }: Props) => (
  <ReasonDialog
    title={words.rejection.title}
    subtitle={`${week.name}, ${formatWeek(week.weekStart)}`}
    hint={words.rejection.hint(week.name)}
    action={words.rejection.reject}
    onDecide={onReject}
    onClose={onClose}
  />
);
