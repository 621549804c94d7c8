/** The attendance of a month: three counts over everybody, and the days and the rate of each. HR and the Boss see everyone, a manager the team. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { formatNumber } from "../../domain/format";
import { DownloadButton } from "../../download/download-button";
import { UnlessNobody } from "../../people/nobody-yet";
import { Moment } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { SearchField } from "../../ui/search-field";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { useList } from "../../ui/use-list";
import { attendanceOf, files } from "./api";
import { words } from "./messages";
import { CHOICES, type Row, tallyOf } from "./model";
import { MonthBar, useMonth } from "./month-filter";
import { People } from "./people";
import styles from "./reports.module.css";

export function Attendance() {
  const view = useList(CHOICES);
  const shown = useMonth(view);
  const { month, name } = shown;
  const query = useQuery(attendanceOf(month));
  const rows = query.data?.rows;
  const isEmpty = !rows || rows.length === 0;

  return (
    <div className={styles.view}>
      <MonthBar shown={shown} query={query}>
        <DownloadButton
          file={files.attendancePdf}
          of={month}
          words={words}
          variant="primary"
          disabled={isEmpty}
        />
        <DownloadButton file={files.attendance} of={month} words={words.report} disabled={isEmpty} />
      </MonthBar>
      {query.isPending && <Skeleton label={words.loading} lines={6} height="2.75rem" />}
      {query.isError && (
        <ErrorPanel
          message="Failed to fetch attendance summary. Please try again."
          // Reloads the whole page, as the specification says, unless there is something on it to lose.
          retry={rows ? query : { isFetching: query.isFetching, refetch: () => window.location.reload() }}
        />
      )}
      {rows && rows.length === 0 && (
        <Empty title={words.none}>
          <p>{`There is no attendance to show for ${name}.`}</p>
          <UnlessNobody>{null}</UnlessNobody>
          <Button onClick={() => shown.showPresent(query)} busy={query.isFetching}>
            View Current Month
          </Button>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <Figures rows={rows} />
          {/* Narrows the list below it. The counts above it stay those of everybody. */}
          <search className={styles.whom} data-print="hide">
            <SearchField
              label="Search employees"
              placeholder="Name or employee ID"
              value={view.search}
              onSearch={view.find}
            />
          </search>
          <People rows={rows} view={view} month={name} />
          <footer className={clsx("quiet small", styles.footer)}>
            <p>{words.count(rows.length)}</p>
            {shown.isPresent && (
              <p>Days are counted up to yesterday, and today for anyone who has recorded it.</p>
            )}
            {query.data && (
              <p>
                Last updated: <Moment at={query.data.at} />
              </p>
            )}
          </footer>
        </>
      )}
    </div>
  );
}

function Figures({ rows }: { rows: readonly Row[] }) {
  // The same in each row: a month is rated by one number.
  const percent = rows[0]?.goodPercent ?? 0;
  const { total, good, attention } = tallyOf(rows);
  return (
    <Tiles>
      <Tile label="Total Employees" value={formatNumber(total)} />
      <Tile label="Good Attendance" value={formatNumber(good)} note={`${percent}% or more`} />
      <Tile label="Needs Attention" value={formatNumber(attention)} note={`under ${percent}%`} />
    </Tiles>
  );
}
