/** The attendance of a month: three counts over everybody, and the days and the rate of each. HR sees everyone, a manager the team. */

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { firstDay, formatDay, formatInstant, type Month, monthKey, monthOf } from "../../domain/day";
import { formatNumber } from "../../domain/format";
import { useSession, useToday } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { useList } from "../../ui/use-list";
import { attendanceOf } from "./api";
import styles from "./attendance.module.css";
import { DownloadButton } from "./download-button";
import { MonthFilter, PeopleFilter } from "./filters";
import { words } from "./messages";
import { CHOICES, monthNamed, type Row, tallyOf } from "./model";
import { People } from "./people";

export function AttendancePage() {
  const now = monthOf(useToday());
  const view = useList(CHOICES);
  const month = monthNamed(view.chosen.month, now);
  const name = formatDay(firstDay(month), "month");
  const query = useQuery(attendanceOf(month));
  const rows = query.data?.rows;

  const showMonth = (next: Month) =>
    view.choose({ month: monthKey(next) === monthKey(now) ? "" : monthKey(next) });
  const showCurrent = () => {
    // The month is shown already: whoever asks for it wants its newest figures.
    if (monthKey(month) === monthKey(now)) void query.refetch();
    showMonth(now);
  };

  return (
    <Page>
      <PageHeader
        lead={<time dateTime={monthKey(month)}>{name}</time>}
        actions={<DownloadButton month={month} disabled={!rows || rows.length === 0} />}
      />
      <MonthFilter month={month} now={now} onMonth={showMonth} onCurrent={showCurrent} />
      {query.isPending && <Skeleton label={words.loading} lines={6} height="2.75rem" />}
      {query.isError && (
        <ErrorPanel
          message={words.failed}
          // Reloads the whole page, as the specification says, unless there is something on it to lose.
          retry={rows ? query : { isFetching: query.isFetching, refetch: () => window.location.reload() }}
        />
      )}
      {rows && rows.length === 0 && (
        <Empty title={words.none}>
          <p>{words.noneLine(name)}</p>
          <Button onClick={showCurrent} busy={query.isFetching}>
            {words.viewCurrent}
          </Button>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <Figures rows={rows} />
          <PeopleFilter search={view.search} onSearch={view.find} />
          <People rows={rows} view={view} month={name} />
          <footer className={clsx("quiet small", styles.footer)}>
            <p>{words.count(rows.length)}</p>
            {monthKey(month) === monthKey(now) && <p>{words.untilYesterday}</p>}
            <Updated at={query.data?.at} />
          </footer>
        </>
      )}
    </Page>
  );
}

function Figures({ rows }: { rows: readonly Row[] }) {
  // The same in each row: a month is rated by one number.
  const percent = rows[0]?.goodPercent ?? 0;
  const { total, good, attention } = tallyOf(rows);
  return (
    <Tiles>
      <Tile label={words.totalEmployees} value={formatNumber(total)} />
      <Tile label={words.good} value={formatNumber(good)} note={words.goodNote(percent)} />
      <Tile label={words.attention} value={formatNumber(attention)} note={words.attentionNote(percent)} />
    </Tiles>
  );
}

function Updated({ at }: { at: string | undefined }) {
  const { timezone } = useSession();
  if (at === undefined) return null;
  return (
    <p>
      {words.updated} <time dateTime={at}>{formatInstant(at, timezone)}</time>
    </p>
  );
}
