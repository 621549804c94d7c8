/** A report on a month: which one, its file, and a page of its rows. */
import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReadKey } from "../../api/query";
import type { Write } from "../../api/send";
import type { Month } from "../../domain/day";
import type { Schemas } from "../../domain/types";
import { DownloadButton } from "../../download/download-button";
import { UnlessNobody } from "../../people/nobody-yet";
import { pagerOf, useList, usePage } from "../../ui/use-list";
import { words } from "./messages";
import { MonthBar, useMonth } from "./month-filter";
import { PAGE_SIZE, Report } from "./report";
import styles from "./reports.module.css";

type Shown = {
  month: Month;
  name: string;
  /** What the table of the rows is given beside them; `pages` names its pages. */
  tableOf: (pages: string) => { isStale: boolean; loading: string; pages: ReturnType<typeof pagerOf> };
};

type Props<Data, Key extends ReadKey> = {
  read: (month: Month, page: number) => UseQueryOptions<Data, Error, Data, Key>;
  file: Write<Month, string>;
  /** What is said of a month that has no rows. */
  nothingIn?: (month: string) => string;
  children: (data: Data, shown: Shown) => ReactNode;
};

export function MonthReport<Data extends { pagination: Schemas["Pagination"] }, Key extends ReadKey>({
  read,
  file,
  nothingIn = words.report.nothingIn,
  children,
}: Props<Data, Key>) {
  const list = useList({ month: "words" });
  const shown = useMonth(list);
  const { month, name } = shown;
  const query = usePage(list, (page) => read(month, page));
  return (
    <div className={styles.view}>
      <MonthBar shown={shown} query={query}>
        <DownloadButton file={file} of={month} words={words.report} />
      </MonthBar>
      <Report
        query={query}
        isEmpty={({ pagination }) => pagination.total === 0}
        next={
          <UnlessNobody>
            <p>{nothingIn(name)}</p>
          </UnlessNobody>
        }
      >
        {(data) =>
          children(data, {
            month,
            name,
            tableOf: (pages) => ({
              isStale: query.isPlaceholderData,
              loading: words.report.loading,
              pages: pagerOf(pages, PAGE_SIZE, list, data.pagination),
            }),
          })
        }
      </Report>
    </div>
  );
}
