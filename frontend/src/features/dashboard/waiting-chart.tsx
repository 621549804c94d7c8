/** How long the weeks that wait have been waiting, so that old ones are not passed over. */
import { mondayOf, parseDay } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import type { ManagerDashboard } from "../../domain/types";
import { useToday } from "../../session/current";
import { Bars } from "../../ui/chart/bars";
import { words } from "./messages";

const DAYS = 7;

export function WaitingChart({ weeks }: { weeks: ManagerDashboard["weeks"] }) {
  const monday = mondayOf(useToday());
  const oldest = words.waiting.ages.length - 1;
  const counts = words.waiting.ages.map(() => 0);
  for (const { weekStart } of weeks) {
    const start = parseDay(weekStart);
    if (!start) continue;
    const age = Math.min(oldest, Math.max(0, Math.round(monday.compare(start) / DAYS)));
    counts[age] = (counts[age] ?? 0) + 1;
  }
  return (
    <Bars
      title="Waiting by Age"
      heading="Age"
      series={[{ name: "weeks", label: "Weeks", tone: "accent" }]}
      bars={words.waiting.ages.map((label, age) => ({
        label,
        name: label,
        values: { weeks: counts[age] ?? 0 },
      }))}
      format={formatNumber}
    />
  );
}
