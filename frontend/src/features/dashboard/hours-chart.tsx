/** The employee's last eight weeks: how many hours each, and how they were decided on. */
import { formatDay, formatWeek, mondayOf, parseDay } from "../../domain/day";
import { formatHours } from "../../domain/format";
import type { Timesheet } from "../../domain/types";
import { useToday } from "../../session/current";
import { Bars } from "../../ui/chart/bars";
import type { Series } from "../../ui/chart/parts";

const WEEKS = 8;
const SERIES: readonly Series<Timesheet["status"]>[] = [
  { name: "approved", label: "Approved", tone: "approved" },
  { name: "pending", label: "Pending", tone: "pending" },
  { name: "rejected", label: "Rejected", tone: "rejected" },
];

export function HoursChart({ timesheets }: { timesheets: readonly Timesheet[] }) {
  const monday = mondayOf(useToday());
  const bars = Array.from({ length: WEEKS }, (_, index) => {
    const start = monday.subtract({ weeks: WEEKS - 1 - index });
    const values = { approved: 0, pending: 0, rejected: 0 };
    for (const { date, hours, status } of timesheets) {
      const day = parseDay(date);
      if (day && mondayOf(day).compare(start) === 0) values[status] += hours;
    }
    return { label: formatDay(start.toString(), "short"), name: formatWeek(start.toString()), values };
  });
  return <Bars title="Hours per Week" heading="Week" series={SERIES} bars={bars} format={formatHours} />;
}
