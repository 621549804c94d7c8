/** Days and Hours: what the team recorded in a month, how it was decided on, and how soon. */
import { firstDay, formatDay, formatSpan, lastDay, type Month, parseDay } from "../../domain/day";
import { formatHours, formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { ForManager } from "../../substitutes/teams";
import { Bars } from "../../ui/chart/bars";
import type { Series } from "../../ui/chart/parts";
import { figure } from "../../ui/columns";
import { type Column, DataTable } from "../../ui/data-table";
import { Nothing } from "../../ui/empty";
import { Tile, Tiles } from "../../ui/tile";
import { files, teamReport } from "./api";
import { employeeId, nameColumn } from "./columns";
import { datesOf } from "./dates";
import { words } from "./messages";
import { MonthReport } from "./month-report";

const said = words.report;

type Row = Schemas["TeamRow"];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn(words.columns.name, ({ forManager }) => <ForManager manager={forManager} />),
  employeeId,
  figure(said.entries, ({ entries }) => entries),
  figure(said.hours, ({ hours }) => hours),
  figure(said.approved, ({ approved }) => approved),
  figure(said.pending, ({ pending }) => pending),
  figure(said.rejected, ({ rejected }) => rejected),
  figure(said.missingDays, ({ missingDates }) => missingDates.length),
  figure(said.daysToDecide, ({ daysToDecide }) => daysToDecide),
];

export function TeamDays() {
  return (
    <MonthReport read={teamReport} file={files.team}>
      {({ summary, weeks, rows }, { month, name, tableOf }) => (
        <>
          <Figures summary={summary} />
          <HoursByWeek weeks={weeks} month={month} />
          <DataTable
            {...tableOf("Pages of employees")}
            label={`Days and hours in ${name}`}
            columns={COLUMNS}
            isLong
            rows={rows}
            keyOf={({ userId }) => userId}
            detail={datesOf<Row>(({ missingDates }) => missingDates)}
          />
        </>
      )}
    </MonthReport>
  );
}

/** Of the whole team, whatever page of it is shown. */
function Figures({ summary }: { summary: Schemas["TeamSummary"] }) {
  const { entries, hours, waiting, missingDays, daysToDecide } = summary;
  return (
    <Tiles>
      <Tile label={said.entries} value={formatNumber(entries)} />
      <Tile label={said.hours} value={formatNumber(hours)} />
      <Tile label={said.waiting} value={formatNumber(waiting)} />
      <Tile label={said.missingDays} value={formatNumber(missingDays)} />
      <Tile
        label={said.daysToDecide}
        value={daysToDecide === null ? <Nothing /> : formatNumber(daysToDecide)}
      />
    </Tiles>
  );
}

type Week = Schemas["TeamReport"]["weeks"][number];

const SERIES: readonly Series<"approved" | "pending" | "rejected">[] = [
  { name: "approved", label: said.approved, tone: "approved" },
  { name: "pending", label: said.pending, tone: "pending" },
  { name: "rejected", label: said.rejected, tone: "rejected" },
];

function HoursByWeek({ weeks, month }: { weeks: readonly Week[]; month: Month }) {
  const bars = weeks.map((week) => ({
    ...daysOf(week.weekStart, month),
    values: {
      approved: week.approvedHours,
      pending: week.pendingHours,
      rejected: week.rejectedHours,
    },
  }));
  return (
    <Bars
      title="Hours by week"
      heading={said.week}
      series={SERIES}
      bars={bars}
      format={formatHours}
      numbers={{
        head: [said.week, ...SERIES.map(({ label }) => label)],
        rows: bars.map(({ name, values }) => [name, ...SERIES.map((one) => formatHours(values[one.name]))]),
      }}
    />
  );
}

/** A week has only its days in the month. */
function daysOf(weekStart: string, month: Month): { label: string; name: string } {
  const monday = parseDay(weekStart);
  if (!monday) return { label: weekStart, name: weekStart };
  const [first, last] = [firstDay(month), lastDay(month)];
  const sunday = monday.add({ days: 6 });
  const from = monday.compare(first) < 0 ? first : monday;
  return {
    label: formatDay(from, "short"),
    name: formatSpan(from, sunday.compare(last) > 0 ? last : sunday),
  };
}
