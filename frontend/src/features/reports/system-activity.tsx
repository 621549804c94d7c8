/** Activity: who signs in and what is recorded and decided, day by day. */
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { DayBars } from "../../ui/chart/day-bars";
import { Day, figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { files, systemActivity } from "./api";
import { words } from "./messages";
import { said } from "./system-messages";
import { SystemReport } from "./system-report";

const { activity } = said;

type Row = Schemas["ActivityDay"];

const COLUMNS: readonly Column<Row>[] = [
  {
    head: activity.date,
    isName: true,
    card: "lead",
    cell: ({ date }) => <Day date={date} />,
  },
  figure(activity.signIns, ({ signIns }) => signIns),
  figure(activity.failed, ({ failedSignIns }) => failedSignIns),
  figure(activity.recorded, ({ recorded }) => recorded),
  figure(activity.decided, ({ decided }) => decided),
];

const barOf = (day: Row) => ({
  label: formatDay(day.date, "short"),
  name: formatDay(day.date, "medium"),
  values: day,
});

export function SystemActivity() {
  const query = useQuery(systemActivity());
  return (
    <SystemReport query={query} file={files.activity}>
      {({ days }) => (
        <>
          <DayBars
            title={activity.signIns}
            heading={activity.date}
            series={[
              { name: "signIns", label: "Successful", tone: "approved" },
              { name: "failedSignIns", label: activity.failed, tone: "rejected" },
            ]}
            bars={days.map(barOf)}
            format={formatNumber}
          />
          <DayBars
            title="Entries"
            heading={activity.date}
            series={[
              { name: "recorded", label: activity.recorded, tone: "accent" },
              { name: "decided", label: activity.decided, tone: "past" },
            ]}
            bars={days.map(barOf)}
            format={formatNumber}
          />
          <DataTable
            label="Activity of the last 30 days"
            columns={COLUMNS}
            isShort
            rows={days}
            keyOf={({ date }) => date}
            loading={words.report.loading}
          />
        </>
      )}
    </SystemReport>
  );
}
