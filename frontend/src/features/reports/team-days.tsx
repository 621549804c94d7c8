/** Days and Hours: what the team recorded in a month, how it was decided on, and how soon. */
import { useQuery } from "@tanstack/react-query";
import { firstDay, formatDay, formatSpan, lastDay, type Month, parseDay } from "../../domain/day";
import { formatHours, formatNumber } from "../../domain/format";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { UnlessNobody } from "../../people/nobody-yet";
import { ForManager } from "../../substitutes/teams";
import { Bars } from "../../ui/chart/bars";
import type { Series } from "../../ui/chart/parts";
import { type Column, DataTable } from "../../ui/data-table";
import { Nothing } from "../../ui/nothing";
import { Tile, Tiles } from "../../ui/tile";
import { useExistingPageOf } from "../../ui/use-address";
import { pagerOf, useList } from "../../ui/use-list";
import { files, teamReport } from "./api";
import { employeeId, figure, nameColumn } from "./columns";
import { datesOf } from "./dates";
import { words } from "./messages";
import { MonthBar, useMonth } from "./month-filter";
import { PAGE_SIZE, Report } from "./report";
import styles from "./reports.module.css";

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
  const list = useList({ month: "words" });
  const shown = useMonth(list);
  const { month, name } = shown;
  const page = list.pageOf();
  const query = useExistingPageOf(page, useQuery(teamReport(month, page)), list.lead);
  return (
    <div className={styles.view}>
      <MonthBar shown={shown} query={query}>
        <DownloadButton file={files.team} of={month} words={words.report} />
      </MonthBar>
      <Report
        query={query}
        isEmpty={({ pagination }) => pagination.total === 0}
        next={
          <UnlessNobody>
            <p>{said.nothingIn(name)}</p>
          </UnlessNobody>
        }
      >
        {({ summary, weeks, rows, pagination }) => (
          <>
            <Figures summary={summary} />
            <HoursByWeek weeks={weeks} month={month} />
            <DataTable
              label={`Days and hours in ${name}`}
              columns={COLUMNS}
              isLong
              rows={rows}
              keyOf={({ userId }) => userId}
              detail={datesOf<Row>(({ missingDates }) => missingDates)}
              loading={said.loading}
              isStale={query.isPlaceholderData}
              pages={pagerOf("Pages of employees", PAGE_SIZE, list, pagination)}
            />
          </>
        )}
      </Report>
    </div>
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
