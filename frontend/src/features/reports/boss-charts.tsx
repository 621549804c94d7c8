/** The charts of the Boss: attendance in the last twelve months, and how long entries have waited. */
import { formatNumber, formatPercent } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { Bars } from "../../ui/chart/bars";
import { sayer } from "../../ui/chart/parts";
import { WaitingByAge } from "./ages";
import { words } from "./messages";
import { labelOfMonth, nameOfMonth } from "./model";

const { columns, report } = words;

const days = sayer(formatNumber);
const percent = sayer(formatPercent);

export function BossCharts({ dashboard }: { dashboard: Schemas["BossDashboard"] }) {
  const { attendanceByMonth, ages } = dashboard;
  return (
    <>
      <Bars
        title="Attendance by month"
        heading={report.month}
        series={[{ name: "rate", label: columns.rate, tone: "accent" }]}
        bars={attendanceByMonth.map(({ month, rate }) => ({
          label: labelOfMonth(month),
          name: nameOfMonth(month),
          values: { rate },
        }))}
        format={formatPercent}
        most={100}
        numbers={{
          head: [report.month, columns.workingDays, columns.present, columns.rate],
          rows: attendanceByMonth.map(({ month, workingDays, presentDays, rate }) => [
            nameOfMonth(month),
            days(workingDays),
            days(presentDays),
            percent(rate),
          ]),
        }}
      />
      <WaitingByAge ages={ages} />
    </>
  );
}
