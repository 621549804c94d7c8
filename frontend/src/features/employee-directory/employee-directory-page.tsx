/** Every employee with the count of timesheets that wait, stand and came back, and the way to that person's calendar. */
import { useQuery } from "@tanstack/react-query";
import { messageOr } from "../../api/error";
import { showingResults } from "../../domain/paging";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Page, PageHeader } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { SearchField } from "../../ui/search-field";
import { Skeleton } from "../../ui/skeleton";
import { useAddress, useExistingPage } from "../../ui/use-address";
import { employeeQueries, PAGE_SIZE } from "./api";
import styles from "./employee-directory.module.css";
import { EmployeeTable } from "./employee-table";
import { words } from "./messages";

export function EmployeeDirectoryPage() {
  const address = useAddress();
  const search = address.words("search");
  const page = address.page("page");
  const query = useQuery(employeeQueries.page(search, page));
  // How many there are in all is known from the list itself, unless it is narrowed.
  const everyone = useQuery({ ...employeeQueries.page("", 1, 1), enabled: search !== "" });
  const list = query.data;
  const isCurrent = list !== undefined && !query.isPlaceholderData;
  useExistingPage(page, isCurrent ? list.pagination.pages : undefined, (last) =>
    address.replace({ page: last }),
  );
  const total = (search === "" ? list : everyone.data)?.pagination.total;

  return (
    <Page>
      <PageHeader
        title={words.title}
        lead={words.subtitle}
        actions={
          <dl className={styles.total}>
            <dt>{words.total}</dt>
            <dd>{total?.toLocaleString("en-US") ?? "–"}</dd>
          </dl>
        }
      />
      <search className={styles.search}>
        <SearchField
          label={words.search}
          placeholder={words.hint}
          value={search}
          onSearch={(text) => address.replace({ search: text, page: null })}
        />
      </search>
      {query.isError && (
        <section className={styles.failed} aria-labelledby="failed">
          <h2 id="failed">{words.failedTitle}</h2>
          <ErrorPanel
            message={messageOr(query.error, words.failed)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        </section>
      )}
      {query.isPending && <Skeleton label={words.loading} lines={8} height="3rem" />}
      {list && list.pagination.total === 0 && (
        <Empty title={words.empty}>
          {search === "" ? (
            <p>{words.emptyLine}</p>
          ) : (
            <>
              <p dir="auto">{words.emptySearch(search)}</p>
              <Button onClick={() => address.replace({ search: null, page: null })}>{words.clear}</Button>
            </>
          )}
        </Empty>
      )}
      {list && list.pagination.total > 0 && (
        <div>
          <EmployeeTable employees={list.users} busy={query.isPlaceholderData} />
          <Pager
            label={words.pages}
            page={page}
            pages={list.pagination.pages}
            onPage={(next) => address.step({ page: next }, { fromTop: true })}
            summary={showingResults(list.pagination.current, PAGE_SIZE, list.pagination.total)}
          />
        </div>
      )}
    </Page>
  );
}
