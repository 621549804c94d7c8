/** Every employee with the count of timesheets that wait, stand and came back, and the way to that person's calendar. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Failure } from "../../api/query-state";
import { formatNumber } from "../../domain/format";
import { showingResults } from "../../domain/paging";
import { NobodyYet } from "../../people/nobody-yet";
import { useSession } from "../../session/current";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { Page, PageHeader } from "../../ui/page";
import { SearchField } from "../../ui/search-field";
import { useList, usePage } from "../../ui/use-list";
import styles from "./employee-directory.module.css";
import { EmployeeTable } from "./employee-table";
import { employeeList, PAGE_SIZE } from "./reads";

export function EmployeeDirectoryPage() {
  const people = useList({});
  const { search, find } = people;
  const isReader = !useSession().can.includes("list-people");
  const query = usePage(people, (page) => employeeList(isReader, search, page));
  // How many there are in all is known from the list itself, unless it is narrowed.
  const everyone = useQuery({
    ...employeeList(isReader, "", 1, 1),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const total = (search === "" ? list : everyone.data)?.pagination.total;

  return (
    <Page>
      <PageHeader
        lead={isReader ? "View all employee timesheets" : "Manage and view all employee timesheets"}
        actions={
          <dl className={styles.total} data-known={total !== undefined || undefined}>
            <dt className="quiet small">Total Employees</dt>
            <dd>{formatNumber(total ?? 0)}</dd>
          </dl>
        }
      />
      <search className={styles.search}>
        <SearchField
          label="Search employees"
          placeholder="Name, employee ID, department or email"
          value={search}
          onSearch={find}
        />
      </search>
      {query.isError && (
        <section className={styles.failed} aria-labelledby="failed">
          <h2 id="failed">Error Loading Data</h2>
          <Failure query={query} failed="Failed to fetch employees" />
        </section>
      )}
      {(list || !query.isError) && (
        <EmployeeTable
          employees={list?.users}
          isStale={query.isPlaceholderData}
          empty={
            <Empty title="No employees found">
              {search === "" ? (
                <>
                  {!isReader && <p>Start by adding employees to the system</p>}
                  <NobodyYet />
                </>
              ) : (
                <>
                  <p dir="auto">{`Nobody matches “${search}”.`}</p>
                  <Button onClick={() => find("")}>Show All Employees</Button>
                </>
              )}
            </Empty>
          }
          pages={
            list &&
            list.pagination.total > 0 && {
              label: "Pages of employees",
              page: people.pageOf(),
              pages: list.pagination.pages,
              onPage: people.turn,
              summary: showingResults(list.pagination.current, PAGE_SIZE, list.pagination.total),
            }
          }
        />
      )}
    </Page>
  );
}
