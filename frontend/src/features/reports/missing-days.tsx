/** Missing Days: who has not recorded which days of a month. */
import { useQuery } from "@tanstack/react-query";
import { fullName } from "../../domain/people";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { UnlessNobody } from "../../people/nobody-yet";
import { type Column, DataTable } from "../../ui/data-table";
import { Nothing } from "../../ui/nothing";
import { useExistingPageOf } from "../../ui/use-address";
import { pagerOf, useList } from "../../ui/use-list";
import { files, missingDaysOf } from "./api";
import { employeeId, figure, nameColumn } from "./columns";
import { datesOf } from "./dates";
import { words } from "./messages";
import { MonthBar, useMonth } from "./month-filter";
import { PAGE_SIZE, Report } from "./report";
import styles from "./reports.module.css";

const said = words.report;

type Row = Schemas["MissingRow"];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn(),
  employeeId,
  {
    head: said.department,
    card: "field",
    cell: ({ department }) => (department === null ? <Nothing /> : <bdi>{department}</bdi>),
  },
  {
    head: "Manager",
    card: "field",
    cell: ({ manager }) => (manager === null ? <Nothing /> : <bdi>{fullName(manager)}</bdi>),
  },
  { ...figure<Row>("Days", ({ dates }) => dates.length), card: "field" },
];

export function MissingDays() {
  const list = useList({ month: "words" });
  const shown = useMonth(list);
  const page = list.pageOf();
  const query = useExistingPageOf(page, useQuery(missingDaysOf(shown.month, page)), list.lead);
  return (
    <div className={styles.view}>
      <MonthBar shown={shown} query={query}>
        <DownloadButton file={files.missingDays} of={shown.month} words={words.report} />
      </MonthBar>
      <Report
        query={query}
        isEmpty={({ pagination }) => pagination.total === 0}
        next={
          <UnlessNobody>
            <p>{`Nobody is missing a day in ${shown.name}.`}</p>
          </UnlessNobody>
        }
      >
        {({ rows, pagination }) => (
          <DataTable
            label={`Missing days in ${shown.name}`}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ userId }) => userId}
            detail={datesOf<Row>(({ dates }) => dates)}
            loading={said.loading}
            isStale={query.isPlaceholderData}
            pages={pagerOf("Pages of employees with missing days", PAGE_SIZE, list, pagination)}
          />
        )}
      </Report>
    </div>
  );
}
