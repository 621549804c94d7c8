/** The attendance of a month: three counts over everybody, and the days and the rate of each. HR sees everyone, a manager the team. */
import { useQuery } from "@tanstack/react-query";
import { firstDay, formatDay, formatInstant, monthKey, monthOf } from "../../domain/day";
import { pageOf, showingResults } from "../../domain/paging";
import { useSession, useToday } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { Skeleton } from "../../ui/skeleton";
import { Tile, Tiles } from "../../ui/tile";
import { useExistingPage } from "../../ui/use-address";
import { attendanceOf } from "./api";
import styles from "./attendance.module.css";
import { DownloadButton } from "./download-button";
import { MonthFilter, PeopleFilter } from "./filters";
import { words } from "./messages";
import { matching, ordered, type Row, tallyOf } from "./model";
import { People } from "./people";
import { usePrinting } from "./use-printing";
import { useView } from "./use-view";

/** As many as fill a few screens; all of them at once would make a slow page of a big organisation. */
const PAGE_SIZE = 50;

export const AttendanceReportPage = () => <Attendance title={words.everyone} />;
export const TeamReportsPage = () => <Attendance title={words.team} />;

function Attendance({ title }: { title: string }) {
  const now = monthOf(useToday());
  const view = useView(now);
  const { month } = view;
  const name = formatDay(firstDay(month), "month");
  const query = useQuery(attendanceOf(month));
  const rows = query.data?.rows;

  const showCurrent = () => {
    // A reader who is there already wants to see the present state.
    if (monthKey(month) === monthKey(now)) void query.refetch();
    view.showMonth(now);
  };

  return (
    <Page>
      <PageHeader
        title={title}
        lead={<time dateTime={monthKey(month)}>{name}</time>}
        actions={<DownloadButton month={month} disabled={!rows || rows.length === 0} />}
      />
      <MonthFilter view={view} now={now} onCurrent={showCurrent} />
      {query.isPending && <Skeleton label={words.loading} lines={6} height="2.75rem" />}
      {query.isError && (
        <ErrorPanel
          message={words.failed}
          retryLabel={words.tryAgain}
          // With nothing to lose, the whole page: what keeps the answer away may lie in it as much as on the way to the server.
          onRetry={() => (rows ? void query.refetch() : window.location.reload())}
          busy={query.isFetching}
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
          <PeopleFilter view={view} />
          <List rows={rows} view={view} month={name} />
          <footer className={styles.footer}>
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
      <Tile label={words.totalEmployees} value={total.toLocaleString("en-US")} />
      <Tile label={words.good} value={good.toLocaleString("en-US")} note={words.goodNote(percent)} />
      <Tile
        label={words.attention}
        value={attention.toLocaleString("en-US")}
        note={words.attentionNote(percent)}
      />
    </Tiles>
  );
}

type ListProps = { rows: readonly Row[]; view: ReturnType<typeof useView>; month: string };

function List({ rows, view, month }: ListProps) {
  const isPrinting = usePrinting();
  const found = ordered(matching(rows, view.search), view.order);
  const { items, page, pages } = pageOf(found, view.page, PAGE_SIZE);
  useExistingPage(view.page, pages, view.putRight);
  if (found.length === 0) {
    return (
      <Empty title={words.noMatch(view.search)}>
        <Button onClick={() => view.find("")}>{words.showAll}</Button>
      </Empty>
    );
  }
  return (
    <div>
      <People rows={isPrinting ? found : items} label={words.table(month)} />
      <Pager
        label={words.pages}
        page={page}
        pages={pages}
        onPage={view.turn}
        summary={showingResults(page, PAGE_SIZE, found.length)}
      />
    </div>
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
