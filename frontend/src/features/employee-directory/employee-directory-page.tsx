/** Every employee with the count of timesheets that wait, stand and came back, and the way to that person's calendar. */
import { useQuery } from "@tanstack/react-query";
import { messageOr } from "../../api/error";
import { formatNumber } from "../../domain/format";
import { showingResults } from "../../domain/paging";
import { NobodyYet } from "../../people/nobody-yet";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { SearchField } from "../../ui/search-field";
import { useExistingPageOf } from "../../ui/use-address";
import { useList } from "../../ui/use-list";
import { employeeQueries } from "./api";
import styles from "./employee-directory.module.css";
import { EmployeeTable } from "./employee-table";
import { words } from "./messages";
import { PAGE_SIZE } from "./reads";

export function EmployeeDirectoryPage() {
  const { search, pageOf, find, turn, lead } = useList({});
  const page = pageOf();
  const isReader = !useSession().can.includes("list-people");
  const query = useExistingPageOf(page, useQuery(employeeQueries.page(isReader, search, page)), lead);
  // How many there are in all is known from the list itself, unless it is narrowed.
  const everyone = useQuery({ ...employeeQueries.page(isReader, "", 1, 1), enabled: search !== "" });
  const list = query.data;
  const total = (search === "" ? list : everyone.data)?.pagination.total;

  return (
    <Page>
      <PageHeader
        lead={isReader ? words.viewOnly : words.subtitle}
        actions={
          <dl className={styles.total} data-known={total !== undefined || undefined}>
            <dt className="quiet small">{words.total}</dt>
            <dd>{formatNumber(total ?? 0)}</dd>
          </dl>
        }
      />
      <search className={styles.search}>
        <SearchField label={words.search} placeholder={words.hint} value={search} onSearch={find} />
      </search>
      {query.isError && (
        <section className={styles.failed} aria-labelledby="failed">
          <h2 id="failed">{words.failedTitle}</h2>
          <ErrorPanel message={messageOr(query.error, words.failed)} retry={query} />
        </section>
      )}
      {(list || !query.isError) && (
        <EmployeeTable
          employees={list?.users}
          isStale={query.isPlaceholderData}
          empty={
            <Empty title={words.empty}>
              {search === "" ? (
                <>
                  {!isReader && <p>{words.emptyLine}</p>}
                  <NobodyYet />
                </>
              ) : (
                <>
                  <p dir="auto">{words.emptySearch(search)}</p>
                  <Button onClick={() => find("")}>{words.clear}</Button>
                </>
              )}
            </Empty>
          }
          pages={
            list &&
            list.pagination.total > 0 && {
              label: words.pages,
              page,
              pages: list.pagination.pages,
              onPage: turn,
              summary: showingResults(list.pagination.current, PAGE_SIZE, list.pagination.total),
            }
          }
        />
      )}
    </Page>
  );
}
